import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError } from '../../server/command.ts';

/** Printed by every start and every --help, for as long as it is true. */
export const untried =
  'Untried: this bridge follows the published pages of its providers, and has not been used with the real services yet.';

/** The bridge's command: npm in the project, a script of this name on a server (deploy/bridge/konter-bridge). */
const programFor = (env: NodeJS.ProcessEnv): string =>
  env.npm_lifecycle_event === 'bridge' ? 'npm run bridge --' : 'konter-bridge';

/** The help text; its commands can be typed as printed. */
export function usage(env: NodeJS.ProcessEnv): string {
  const program = programFor(env);
  return `${untried}

Usage:
  ${program.replace(/ --$/, '')}
      serve
  ${program} provider set --username NAME --key-file FILE [--webhook-secret-file FILE]
      the credentials of BRIDGE_PROVIDER, which are kept encrypted
  ${program} counter create NAME --limit RUPIAH [--mailbox MAILBOX] [--files FOLDER]
      shows its token and the key of its results once; FOLDER gets them as headers.json and key, for "mailbox create" of the relay
  ${program} counter list
  ${program} counter rotate COUNTER [--files FOLDER]
      shows a new token once; ends the old one now
  ${program} counter change COUNTER [--limit RUPIAH] [--mailbox MAILBOX]
      what it may spend of the deposit in a day, and which mailbox of the relay is its own
  ${program} counter disable COUNTER
  ${program} counter enable COUNTER

With --json a command answers with one line of JSON.
Exit codes: 0 done; 1 the bridge or its database failed; 2 not understood, or a setting is wrong; 3 it cannot be done.

Settings: BRIDGE_RELAY_URL (https://relay.example.com, whose mailboxes get the results), BRIDGE_PROVIDER (digiflazz or
  iak), BRIDGE_PROVIDER_URL, BRIDGE_TESTING (true: with a development key, or in the sandbox), BRIDGE_PORT, BRIDGE_HOST, BRIDGE_PUBLIC_URL,
  BRIDGE_MASTER_KEY (64 hex digits), BRIDGE_TRUST_PROXY, BRIDGE_METRICS_ADDRESS (HOST:PORT), BRIDGE_ALLOW_INSECURE_PUBLIC_URL,
  BRIDGE_ALLOW_INSECURE_DATABASE (true), BRIDGE_DATABASE_URL (sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE)`;
}

const options = {
  username: { type: 'string' },
  'key-file': { type: 'string' },
  'webhook-secret-file': { type: 'string' },
  limit: { type: 'string' },
  mailbox: { type: 'string' },
  files: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const Words = z.string().trim().min(1).max(100);
const File = Words.nullable().default(null);
const Limit = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const Mailbox = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .nullable()
  .default(null);
const plain = { json: z.boolean().default(false) };
const named = { operand: Words, ...plain };

/** Every command but serve and help: its operand and options. */
const rules = {
  'provider set': z.strictObject({ username: Words, 'key-file': Words, 'webhook-secret-file': File, ...plain }),
  'counter create': z.strictObject({ limit: Limit, mailbox: Mailbox, files: File, ...named }),
  'counter list': z.strictObject(plain),
  'counter rotate': z.strictObject({ files: File, ...named }),
  'counter change': z.strictObject({ limit: Limit.nullable().default(null), mailbox: Mailbox, ...named }),
  'counter disable': z.strictObject(named),
  'counter enable': z.strictObject(named),
};
type Rules = typeof rules;

export type StoreCommand = { [Verb in keyof Rules]: { verb: Verb } & z.output<Rules[Verb]> }[keyof Rules];

const isCommand = (words: string): words is keyof Rules => words in rules;

/** Parses a command line. Throws UsageError, whose message contains nothing of it: it may hold a secret. */
export function parseCommand(args: readonly string[]): { verb: 'serve' } | { verb: 'help' } | StoreCommand {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return { verb: 'help' };
  if (args.length === 0 || (args.length === 1 && args[0] === 'serve')) return { verb: 'serve' };
  const { values, positionals } = split(args);
  const [verb, operand, ...more] = [positionals.slice(0, 2).join(' '), ...positionals.slice(2)];
  if (!isCommand(verb)) throw new UsageError('There is no such command');
  const { data } = rules[verb].safeParse({ ...values, ...(operand === undefined ? {} : { operand }) });
  if (data === undefined || more.length > 0)
    throw new UsageError(`"${verb}" is not complete, or does not take one of these options`);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the rule of this verb has made the rest
  return { verb, ...data } as StoreCommand;
}

function split(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new UsageError('These options are not understood');
  }
}
