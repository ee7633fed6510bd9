import { parseArgs } from 'node:util';
import { z } from 'zod';
import { note, UsageError } from '../../server/command.ts';
import { ProviderUrl } from '../../shared/domain/addresses.ts';
import type { MailboxRole } from '../core/store.ts';

/** The relay's command: npm in the project, a script of this name on a server (deploy/relay/konter-relay). */
const programFor = (env: NodeJS.ProcessEnv): string =>
  env.npm_lifecycle_event === 'relay' ? 'npm run relay --' : 'konter-relay';

/** The help text; its commands can be typed as printed. */
export function usage(env: NodeJS.ProcessEnv): string {
  const program = programFor(env);
  return `Usage:
  ${program.replace(/ --$/, '')}
      serve
  ${program} mailbox create NAME SECRET
      a mailbox for one counter; shows its token once
  ${program} mailbox create NAME --keyless
      one whose secret this relay does not know
  ${program} mailbox create NAME --shop SHOP --office
      one that reads what the counters of its shop do
  ${program} mailbox list
  ${program} mailbox rotate-secret MAILBOX SECRET [--retire-in DAYS]
      the old one is valid for 7 days, or DAYS
  ${program} mailbox retire-secret MAILBOX
      ends the old one now
  ${program} mailbox rotate-token MAILBOX
      shows the new one once; ends the old one now
  ${program} mailbox disable MAILBOX
  ${program} mailbox enable MAILBOX
  ${program} mailbox delete MAILBOX --yes
      with all that it holds
  ${program} mailbox replay MAILBOX [--from CURSOR | --oldest]
      delivers what is kept to the counter again
  ${program} shop create NAME
      mailboxes whose counters share claims; mailbox create takes --shop SHOP
  ${program} shop list
  ${program} shop add SHOP MAILBOX
  ${program} shop remove SHOP MAILBOX
      what its counter claims stays
  ${program} shop rotate-key SHOP [--revoke MAILBOX]
      a counter makes another shop key; MAILBOX is disabled
  ${program} shop trust-key SHOP KEYID
      the newer key that a counter knows of, after an older copy of the database was put back
  ${program} shop delete SHOP
      one without mailboxes
  ${program} restored
      after an older copy of the database was put back: lists what it trusts, and asks for each on a terminal

SECRET is --secret KEY, --secret-file FILE or --secret-stdin. With --json a command answers with one line of JSON.
create, rotate-secret and rotate-token show a connection code, which is pasted or scanned at the counter and is a secret. It
holds the provider's address too with --provider-url URL, and with --provider-headers-file FILE or --provider-headers-stdin the
headers that the provider asks for, a JSON object.
Exit codes: 0 done; 1 the relay or its database failed; 2 not understood, or a setting is wrong; 3 it cannot be done.

Settings: RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_MASTER_KEY (64 hex digits), RELAY_TRUST_PROXY,
  RELAY_KEEP_ACKED_DAYS, RELAY_KEEP_UNACKED_DAYS, RELAY_METRICS_ADDRESS (HOST:PORT), RELAY_VERIFIER_KEYS (FILE),
  RELAY_SPOOL (FOLDER or none), RELAY_SPOOL_MB, RELAY_ALLOW_INSECURE_PUBLIC_URL, RELAY_ALLOW_INSECURE_DATABASE (true),
  RELAY_DATABASE_URL (sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE)`;
}

/** Where a command reads a webhook secret from; "none" makes a keyless mailbox. */
export type SecretSource =
  | { from: 'argument'; secret: string }
  | { from: 'file'; path: string }
  | { from: 'stdin' }
  | { from: 'none' };

/** What a connection code says of the provider. The headers hold a key, so they are no argument. */
export interface ProviderSource {
  url: string;
  headers: { from: 'file'; path: string } | { from: 'stdin' } | null;
}

const options = {
  secret: { type: 'string' },
  'secret-file': { type: 'string' },
  'secret-stdin': { type: 'boolean' },
  keyless: { type: 'boolean' },
  'provider-url': { type: 'string' },
  'provider-headers-file': { type: 'string' },
  'provider-headers-stdin': { type: 'boolean' },
  'retire-in': { type: 'string' },
  yes: { type: 'boolean' },
  from: { type: 'string' },
  oldest: { type: 'boolean' },
  shop: { type: 'string' },
  office: { type: 'boolean' },
  revoke: { type: 'string' },
  json: { type: 'boolean' },
} as const;
type Option = keyof typeof options;
type Values = ReturnType<typeof split>['values'];

/** How the words behind a command are read. */
interface Rule<Parsed extends object> {
  /** as the usage names them */
  operands: readonly string[];
  /** beside --json */
  accepted: readonly Option[];
  /** @param names one for each operand */
  parse(names: readonly string[], values: Values): Parsed;
}

const rule = <Parsed extends object>(
  operands: readonly string[],
  accepted: readonly Option[],
  parse: Rule<Parsed>['parse'],
): Rule<Parsed> => ({ operands, accepted, parse });

const secretOptions = ['secret', 'secret-file', 'secret-stdin'] as const;
const providerOptions = ['provider-url', 'provider-headers-file', 'provider-headers-stdin'] as const;
const alone = rule([], [], () => ({}));
const ofMailbox = rule(['MAILBOX'], [], ([mailbox = '']) => ({ mailbox }));
const ofShop = rule(['SHOP'], [], ([shop = '']) => ({ shop }));
const ofShopAndMailbox = rule(['SHOP', 'MAILBOX'], [], ([shop = '', mailbox = '']) => ({ shop, mailbox }));

/** Every command but serve and help, by the words that it begins with. */
const rules = {
  restored: alone,
  'mailbox create': rule(
    ['NAME'],
    [...secretOptions, ...providerOptions, 'keyless', 'shop', 'office'],
    ([name = ''], values) => {
      const { shop = null, office = false } = values;
      const isMore = Object.keys(values).some((option) => !['shop', 'office', 'json'].includes(option));
      if (office && (shop === null || isMore))
        throw new UsageError('An office takes --shop SHOP, and no key and no provider: it sells nothing');
      const role: MailboxRole = office ? 'office' : 'counter';
      const secret: SecretSource = office ? { from: 'none' } : secretOf(values);
      return { name, secret, provider: providerOf(values), shop, role };
    },
  ),
  'mailbox list': alone,
  'mailbox rotate-secret': rule(
    ['MAILBOX'],
    [...secretOptions, ...providerOptions, 'retire-in'],
    ([mailbox = ''], values) => {
      const days = Days.safeParse(values['retire-in'] ?? '7');
      if (!days.success) throw new UsageError('--retire-in takes whole days, 0 to 999; 0: the old secret ends at once');
      return { mailbox, secret: secretOf(values), retireInDays: days.data, provider: providerOf(values) };
    },
  ),
  'mailbox retire-secret': ofMailbox,
  'mailbox rotate-token': rule(['MAILBOX'], providerOptions, ([mailbox = ''], values) => ({
    mailbox,
    provider: providerOf(values),
  })),
  'mailbox disable': ofMailbox,
  'mailbox enable': ofMailbox,
  'mailbox delete': rule(['MAILBOX'], ['yes'], ([mailbox = ''], { yes = false }) => ({ mailbox, yes })),
  /** `from` null: all that is kept */
  'mailbox replay': rule(['MAILBOX'], ['from', 'oldest'], ([mailbox = ''], { from = null, oldest = false }) => {
    if (from !== null && oldest) throw new UsageError('--from CURSOR or --oldest, not both');
    return { mailbox, from };
  }),
  'shop create': rule(['NAME'], [], ([name = '']) => ({ name })),
  'shop list': alone,
  'shop add': ofShopAndMailbox,
  'shop remove': ofShopAndMailbox,
  /** `revoke`: a mailbox; null: none */
  'shop rotate-key': rule(['SHOP'], ['revoke'], ([shop = ''], { revoke = null }) => ({ shop, revoke })),
  'shop trust-key': rule(['SHOP', 'KEYID'], [], ([shop = '', keyId = '']) => ({ shop, keyId })),
  'shop delete': ofShop,
};
type Rules = typeof rules;
const isCommand = (words: string): words is keyof Rules => words in rules;

/** `verb`: its words, without "mailbox". `json`: answer with one line of JSON. */
type ParsedCommand = {
  [Words in keyof Rules]: ReturnType<Rules[Words]['parse']> & {
    verb: Words extends `mailbox ${infer Verb}` ? Verb : Words;
    json: boolean;
  };
}[keyof Rules];
export type ShopCommand = Extract<ParsedCommand, { verb: `shop ${string}` }>;
export type MailboxCommand = Exclude<ParsedCommand, ShopCommand>;
export type Command = { verb: 'serve' } | { verb: 'help' } | ParsedCommand;

const Name = z.string().trim().min(1).max(100);
const Days = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);

/** Any text may be a secret, also one that looks like an option: parseArgs takes it if it is joined with =. */
function joinSecret(args: readonly string[]): string[] {
  const at = args.indexOf('--secret');
  const secret = at === -1 ? undefined : args[at + 1];
  return secret === undefined ? [...args] : [...args.slice(0, at), `--secret=${secret}`, ...args.slice(at + 2)];
}

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    // The parser's message contains the unknown argument, which may be a secret.
    throw new UsageError(unknownOption(args) ?? 'These options are not understood');
  }
}

/** Names an unknown option if it looks like one; a secret has a digit or a capital letter. */
function unknownOption(args: readonly string[]): string | null {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const [name = ''] = tokens.flatMap((token) =>
    token.kind === 'option' && !(token.name in options) ? [token.rawName] : [],
  );
  return /^--[a-z]{2,12}(-[a-z]{2,12}){0,2}$/.test(name) ? `There is no option ${name}` : null;
}

/** Parses a command line. Throws UsageError, whose message contains at most an unknown option: the rest may be a secret. */
export function parseCommand(commandLine: readonly string[]): Command {
  const args = joinSecret(commandLine);
  const [first, ...rest] = args;
  if (first === 'help' || args.includes('--help') || args.includes('-h')) return { verb: 'help' };
  if (first === undefined || first === 'serve') {
    if (rest.length === 0) return { verb: 'serve' };
    throw new UsageError(unknownOption(rest) ?? 'Serving takes no words: its settings are environment variables');
  }
  if (first !== 'mailbox' && first !== 'shop' && first !== 'restored')
    throw new UsageError(unknownOption([first]) ?? 'There is no such command');
  const { values, positionals } = split(rest);
  const words = first === 'restored' ? first : `${first} ${positionals.shift()}`;
  if (!isCommand(words)) {
    const commands = Object.keys(rules).filter((one) => one.startsWith(`${first} `));
    throw new UsageError(`The ${first} commands are ${commands.join(', ')}`);
  }
  const { operands, accepted, parse }: Rule<object> = rules[words];
  if (!Object.keys(values).every((name) => name === 'json' || accepted.some((one) => one === name)))
    throw new UsageError(`${words} does not take one of these options`);
  const names = positionals.map((name) => Name.safeParse(name).data ?? '');
  if (names.length !== operands.length || names.includes(''))
    throw new UsageError(`${words} takes ${operands.join(' and ') || 'no name'}, quoted where it has spaces`);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the rule of these words has made the rest
  return { verb: words.replace(/^mailbox /, ''), ...parse(names, values), json: values.json ?? false } as Command;
}

function secretOf(values: Values): SecretSource {
  const { secret, 'secret-file': path, 'secret-stdin': isStdin = false, keyless = false } = values;
  const sources: SecretSource[] = [
    ...(secret === undefined ? [] : [{ from: 'argument' as const, secret }]),
    ...(path === undefined ? [] : [{ from: 'file' as const, path }]),
    ...(isStdin ? [{ from: 'stdin' as const }] : []),
    ...(keyless ? [{ from: 'none' as const }] : []),
  ];
  const [source, another] = sources;
  if (!source)
    throw new UsageError('The key that webhooks are signed with is missing: --secret, --secret-file or --secret-stdin');
  if (another) throw new UsageError('There is more than one way to the secret: name one');
  return source;
}

/** Null: the code says nothing of the provider. */
function providerOf(values: Values): ProviderSource | null {
  const { 'provider-url': text, 'provider-headers-file': path, 'provider-headers-stdin': isStdin = false } = values;
  if (text === undefined) {
    if (path === undefined && !isStdin) return null;
    throw new UsageError('The provider’s headers belong to its address: --provider-url URL');
  }
  const url = ProviderUrl.safeParse(text).data;
  if (url === undefined) throw new UsageError('--provider-url takes an address like https://api.example.com/v1');
  if (isStdin && (path !== undefined || values['secret-stdin'] === true)) {
    throw new UsageError('The standard input holds one of them: name a file for the other');
  }
  return { url, headers: path === undefined ? (isStdin ? { from: 'stdin' } : null) : { from: 'file', path } };
}

/** A command's answer: one line of JSON, or text for a person. `code`: the connection code at its end. */
export type Answer = [json: object, text: string, code?: string | null];

export const noteCreatedKey = (path: string): void =>
  note(`RELAY_MASTER_KEY is not set: made a key in ${path}. Without that file no secret can be read.`);
