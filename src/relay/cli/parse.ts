import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError } from './output.ts';

/** Where a webhook secret is to be had from; "none" makes a keyless mailbox. */
export type SecretSource =
  | { from: 'argument'; secret: string }
  | { from: 'file'; path: string }
  | { from: 'input' }
  | { from: 'none' };

interface Said<Verb extends string> {
  verb: Verb;
  /** answer with one line of JSON */
  json: boolean;
}
interface OnMailbox<Verb extends string> extends Said<Verb> {
  mailbox: string;
}

/** One command about mailboxes, understood. */
export type MailboxCommand =
  | Said<'restored'>
  | Said<'list'>
  | (Said<'create'> & { name: string; secret: SecretSource })
  | (OnMailbox<'rotate-secret'> & { secret: SecretSource; retireInDays: number })
  | OnMailbox<'retire-secret'>
  | OnMailbox<'rotate-token'>
  | OnMailbox<'disable'>
  | OnMailbox<'enable'>
  | (OnMailbox<'delete'> & { yes: boolean })
  /** `from` null: everything that is kept */
  | (OnMailbox<'replay'> & { from: string | null });

export type Command = { verb: 'serve' } | { verb: 'help' } | MailboxCommand;

const options = {
  secret: { type: 'string' },
  'secret-file': { type: 'string' },
  'secret-stdin': { type: 'boolean' },
  keyless: { type: 'boolean' },
  'retire-in': { type: 'string' },
  yes: { type: 'boolean' },
  from: { type: 'string' },
  oldest: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;
type Option = keyof typeof options;

const secretOptions = ['secret', 'secret-file', 'secret-stdin'] as const;
/** What each command takes beside its words and --json. */
const taken: Record<MailboxCommand['verb'], readonly Option[]> = {
  restored: [],
  list: [],
  create: [...secretOptions, 'keyless'],
  'rotate-secret': [...secretOptions, 'retire-in'],
  'retire-secret': [],
  'rotate-token': [],
  disable: [],
  enable: [],
  delete: ['yes'],
  replay: ['from', 'oldest'],
};

const Verb = z.enum([
  'create',
  'list',
  'rotate-secret',
  'retire-secret',
  'rotate-token',
  'disable',
  'enable',
  'delete',
  'replay',
]);
const Name = z.string().trim().min(1).max(100);
const Days = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);
const usualDays = '7';

/** Any text may be a secret, also one that looks like an option. */
function joinSecret(args: readonly string[]): string[] {
  const at = args.indexOf('--secret');
  const secret = at === -1 ? undefined : args[at + 1];
  return secret === undefined ? [...args] : [...args.slice(0, at), `--secret=${secret}`, ...args.slice(at + 2)];
}

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    // The parser repeats the argument that it does not know, which may be a secret.
    throw new UsageError(unknownOption(args) ?? 'These options are not understood');
  }
}

/** Names an option that does not exist, if it reads as the name of one: a secret has a digit or a capital letter. */
function unknownOption(args: readonly string[]): string | null {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const [name = ''] = tokens.flatMap((token) =>
    token.kind === 'option' && !(token.name in options) ? [token.rawName] : [],
  );
  return /^--[a-z]{2,12}(-[a-z]{2,12}){0,2}$/.test(name) ? `There is no option ${name}` : null;
}

type Given = ReturnType<typeof split>['values'];

/** Parses a command line. Throws UsageError, which repeats nothing of it but an unknown option: the rest may be a secret. */
export function parseCommand(given: readonly string[]): Command {
  const args = joinSecret(given);
  const [first, ...rest] = args;
  if (first === 'help' || args.includes('--help') || args.includes('-h')) return { verb: 'help' };
  if (first === undefined || first === 'serve') {
    if (rest.length > 0) {
      throw new UsageError(unknownOption(rest) ?? 'Serving takes no words: its settings are environment variables');
    }
    return { verb: 'serve' };
  }
  if (first !== 'mailbox' && first !== 'restored') {
    throw new UsageError(unknownOption([first]) ?? 'There is no such command');
  }
  const { values, positionals } = split(rest);
  const word = first === 'restored' ? first : positionals[0];
  const words = first === 'restored' ? positionals : positionals.slice(1);
  const verb = word === 'restored' && first === 'restored' ? word : Verb.safeParse(word).data;
  if (verb === undefined) throw new UsageError(`A mailbox can be told to ${Verb.options.join(', ')}`);
  const json = values.json ?? false;
  const unfit = Object.keys(values).some((name) => name !== 'json' && !taken[verb].some((own) => own === name));
  if (unfit) throw new UsageError(`${verb} does not take one of these options`);
  if (verb === 'restored' || verb === 'list') {
    if (words.length > 0) throw new UsageError(`${verb} takes no name`);
    return { verb, json };
  }
  const subject = Name.safeParse(words[0]).data;
  if (words.length > 1) throw new UsageError('There is one name too many; quote a name with spaces');
  if (verb === 'create') {
    if (subject === undefined) throw new UsageError('A mailbox needs a NAME of at most 100 characters');
    return { verb, name: subject, secret: secretOf(values), json };
  }
  if (subject === undefined) throw new UsageError(`${verb} needs the MAILBOX, as the list shows it`);
  return onMailbox(verb, subject, values, json);
}

function onMailbox(
  verb: Exclude<z.infer<typeof Verb>, 'create' | 'list'>,
  mailbox: string,
  given: Given,
  json: boolean,
): Command {
  switch (verb) {
    case 'rotate-secret': {
      const days = Days.safeParse(given['retire-in'] ?? usualDays);
      if (!days.success) throw new UsageError('--retire-in takes whole days, 0 to 999; 0: the old secret ends at once');
      return { verb, mailbox, secret: secretOf(given), retireInDays: days.data, json };
    }
    case 'delete':
      return { verb, mailbox, yes: given.yes ?? false, json };
    case 'replay':
      if (given.from !== undefined && given.oldest) throw new UsageError('--from CURSOR or --oldest, not both');
      return { verb, mailbox, from: given.from ?? null, json };
    case 'retire-secret':
    case 'rotate-token':
    case 'disable':
    case 'enable':
      return { verb, mailbox, json };
  }
}

function secretOf(given: Given): SecretSource {
  const sources: SecretSource[] = [];
  if (given.secret !== undefined) sources.push({ from: 'argument', secret: given.secret });
  if (given['secret-file'] !== undefined) sources.push({ from: 'file', path: given['secret-file'] });
  if (given['secret-stdin']) sources.push({ from: 'input' });
  if (given.keyless) sources.push({ from: 'none' });
  const [source, another] = sources;
  if (!source)
    throw new UsageError('The key that webhooks are signed with is missing: --secret, --secret-file or --secret-stdin');
  if (another) throw new UsageError('There is more than one way to the secret: name one');
  return source;
}
