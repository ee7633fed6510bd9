import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ProviderUrl } from '../../shared/contract/addresses.ts';
import type { MailboxRole } from '../core/store.ts';
import { UsageError } from './output.ts';

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
  ${program} shop delete SHOP
      one without mailboxes
  ${program} restored
      after an older copy of the database was put back

SECRET is --secret KEY, --secret-file FILE or --secret-stdin. With --json a command answers with one line of JSON.
create, rotate-secret and rotate-token show a connection code, which is pasted or scanned at the counter and is a secret. It
holds the provider's address too with --provider-url URL, and with --provider-headers-file FILE or --provider-headers-stdin the
headers that the provider asks for, a JSON object.
Exit codes: 0 done; 1 the relay or its database failed; 2 not understood, or a setting is wrong; 3 it cannot be done.

Settings: RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_MASTER_KEY (64 hex digits), RELAY_TRUST_PROXY,
  RELAY_KEEP_ACKED_DAYS, RELAY_KEEP_UNACKED_DAYS, RELAY_METRICS_ADDRESS (HOST:PORT), RELAY_VERIFIER_KEYS (FILE),
  RELAY_ALLOW_INSECURE_PUBLIC_URL, RELAY_ALLOW_INSECURE_DATABASE (true),
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

/** A parsed command about mailboxes. `json`: answer with one line of JSON. */
export type MailboxCommand = { json: boolean } & (
  | { verb: 'restored' | 'list' }
  /** `shop` null: in none */
  | {
      verb: 'create';
      name: string;
      secret: SecretSource;
      provider: ProviderSource | null;
      shop: string | null;
      role: MailboxRole;
    }
  | {
      verb: 'rotate-secret';
      mailbox: string;
      secret: SecretSource;
      retireInDays: number;
      provider: ProviderSource | null;
    }
  | { verb: 'rotate-token'; mailbox: string; provider: ProviderSource | null }
  | { verb: 'retire-secret' | 'disable' | 'enable'; mailbox: string }
  | { verb: 'delete'; mailbox: string; yes: boolean }
  /** `from` null: all that is kept */
  | { verb: 'replay'; mailbox: string; from: string | null }
);

/** A parsed command about shops. */
export type ShopCommand = { json: boolean } & (
  | { verb: 'shop create'; name: string }
  | { verb: 'shop list' }
  | { verb: 'shop add' | 'shop remove'; shop: string; mailbox: string }
  /** `revoke`: a mailbox; null: none */
  | { verb: 'shop rotate-key'; shop: string; revoke: string | null }
  | { verb: 'shop delete'; shop: string }
);

type Verb = MailboxCommand['verb'];
type ShopVerb = ShopCommand['verb'];
export type Command = { verb: 'serve' } | { verb: 'help' } | MailboxCommand | ShopCommand;

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

const secretOptions = ['secret', 'secret-file', 'secret-stdin'] as const;
const providerOptions = ['provider-url', 'provider-headers-file', 'provider-headers-stdin'] as const;
/** The options of each command beside --json. */
const acceptedOptions: Record<Verb, readonly Option[]> = {
  restored: [],
  list: [],
  create: [...secretOptions, ...providerOptions, 'keyless', 'shop', 'office'],
  'rotate-secret': [...secretOptions, ...providerOptions, 'retire-in'],
  'retire-secret': [],
  'rotate-token': providerOptions,
  disable: [],
  enable: [],
  delete: ['yes'],
  replay: ['from', 'oldest'],
};

const verbs = Object.keys(acceptedOptions).filter((verb) => verb !== 'restored');
const isMailboxVerb = (word: string | undefined): word is Exclude<Verb, 'restored'> =>
  verbs.some((verb) => verb === word);
/** The operands of each command about shops, as the usage names them. */
const shopOperands: Record<ShopVerb, readonly string[]> = {
  'shop create': ['NAME'],
  'shop list': [],
  'shop add': ['SHOP', 'MAILBOX'],
  'shop remove': ['SHOP', 'MAILBOX'],
  'shop rotate-key': ['SHOP'],
  'shop delete': ['SHOP'],
};
const isShopVerb = (verb: string): verb is ShopVerb => verb in shopOperands;
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
    if (rest.length > 0) {
      throw new UsageError(unknownOption(rest) ?? 'Serving takes no words: its settings are environment variables');
    }
    return { verb: 'serve' };
  }
  if (first === 'shop') return parseShopCommand(rest);
  if (first !== 'mailbox' && first !== 'restored') {
    throw new UsageError(unknownOption([first]) ?? 'There is no such command');
  }
  const { values, positionals } = split(rest);
  const [verb, ...operands] = first === 'restored' ? [first, ...positionals] : positionals;
  if (verb !== 'restored' && !isMailboxVerb(verb)) throw new UsageError(`The mailbox commands are ${verbs.join(', ')}`);
  const { json = false, yes = false, from = null, oldest = false, 'retire-in': retireIn = '7' } = values;
  const accepted = new Set<string>([...acceptedOptions[verb], 'json']);
  if (!Object.keys(values).every((name) => accepted.has(name)))
    throw new UsageError(`${verb} does not take one of these options`);
  if (verb === 'restored' || verb === 'list') {
    if (operands.length > 0) throw new UsageError(`${verb} takes no name`);
    return { verb, json };
  }
  if (operands.length > 1) throw new UsageError('There is one name too many; quote a name with spaces');
  const mailbox = Name.safeParse(operands[0]).data;
  if (mailbox === undefined) {
    const needed = verb === 'create' ? 'a NAME of at most 100 characters' : 'the MAILBOX, as the list shows it';
    throw new UsageError(`${verb} needs ${needed}`);
  }
  switch (verb) {
    case 'create': {
      const { shop = null, office = false } = values;
      if (office && (shop === null || Object.keys(values).some((name) => !['shop', 'office', 'json'].includes(name))))
        throw new UsageError('An office takes --shop SHOP, and no key and no provider: it sells nothing');
      const role = office ? 'office' : 'counter';
      const secret: SecretSource = office ? { from: 'none' } : secretOf(values);
      return { verb, name: mailbox, secret, provider: providerOf(values), shop, role, json };
    }
    case 'rotate-secret': {
      const days = Days.safeParse(retireIn);
      if (!days.success) throw new UsageError('--retire-in takes whole days, 0 to 999; 0: the old secret ends at once');
      const [secret, provider] = [secretOf(values), providerOf(values)];
      return { verb, mailbox, secret, retireInDays: days.data, provider, json };
    }
    case 'rotate-token':
      return { verb, mailbox, provider: providerOf(values), json };
    case 'delete':
      return { verb, mailbox, yes, json };
    case 'replay':
      if (from !== null && oldest) throw new UsageError('--from CURSOR or --oldest, not both');
      return { verb, mailbox, from, json };
    case 'retire-secret':
    case 'disable':
    case 'enable':
      return { verb, mailbox, json };
  }
}

function parseShopCommand(args: readonly string[]): ShopCommand {
  const { values, positionals } = split(args);
  const [word = '', ...operands] = positionals;
  const verb = `shop ${word}`;
  if (!isShopVerb(verb)) {
    const words = Object.keys(shopOperands).map((one) => one.replace('shop ', ''));
    throw new UsageError(`The shop commands are ${words.join(', ')}`);
  }
  const { json = false, revoke = null } = values;
  const accepted = new Set(verb === 'shop rotate-key' ? ['json', 'revoke'] : ['json']);
  if (!Object.keys(values).every((name) => accepted.has(name)))
    throw new UsageError(`${verb} does not take one of these options`);
  const names = shopOperands[verb];
  const [one, other] = operands.map((operand) => Name.safeParse(operand).data);
  if (
    operands.length !== names.length ||
    (names.length > 0 && one === undefined) ||
    (names.length > 1 && other === undefined)
  ) {
    throw new UsageError(
      `${verb} takes ${names.length === 0 ? 'no name' : `${names.join(' and ')}, quoted where it has spaces`}`,
    );
  }
  const [shop, mailbox] = [one ?? '', other ?? ''];
  switch (verb) {
    case 'shop create':
      return { verb, name: shop, json };
    case 'shop list':
      return { verb, json };
    case 'shop add':
    case 'shop remove':
      return { verb, shop, mailbox, json };
    case 'shop rotate-key':
      return { verb, shop, revoke, json };
    case 'shop delete':
      return { verb, shop, json };
  }
}

function secretOf(values: ReturnType<typeof split>['values']): SecretSource {
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
function providerOf(values: ReturnType<typeof split>['values']): ProviderSource | null {
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
