import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { createMailbox } from '../core/mailboxes.ts';
import { openStore } from '../open-store.ts';
import { systemClock, systemRandom } from '../system.ts';
import { keyOf } from './key.ts';
import { print, UsageError } from './output.ts';

type Opened = Awaited<ReturnType<typeof openStore>>;

/** Any text may be a secret, also one that looks like an option. */
function joinSecret(args: readonly string[]): string[] {
  const at = args.indexOf('--secret');
  const secret = at === -1 ? undefined : args[at + 1];
  return secret === undefined ? [...args] : [...args.slice(0, at), `--secret=${secret}`, ...args.slice(at + 2)];
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: joinSecret(args),
      options: { secret: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { secret: values.secret, json: values.json ?? false, positionals };
  } catch {
    // The parser repeats the argument it stumbles over, which may be a secret.
    throw new UsageError('These options are not understood');
  }
}

const baseUrl = ({ publicUrl, host, port }: Config): string => {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return publicUrl ?? `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
};

async function create(config: Config, { store, vault }: Opened, ask: { name: string; secret: string; json: boolean }) {
  const made = await createMailbox({ store, vault, clock: systemClock, random: systemRandom }, ask);
  const callbackUrl = `${baseUrl(config)}/hooks/${made.mailbox}`;
  if (ask.json) print(JSON.stringify({ ...made, callbackUrl }));
  else
    print(`mailbox: ${made.mailbox}\ntoken: ${made.token}\ncallbackUrl: ${callbackUrl}\nThe token is not shown again.`);
}

async function list({ store }: Opened, json: boolean): Promise<void> {
  const mailboxes = await store.listMailboxes();
  if (json) return print(JSON.stringify(mailboxes));
  if (mailboxes.length === 0) return print('There is no mailbox yet');
  for (const { id, name, disabled, kept, unacked } of mailboxes) {
    print(`${id}  ${name}${disabled ? ' (disabled)' : ''}  ${kept} kept, ${unacked} of them not yet heard`);
  }
}

async function disable({ store }: Opened, mailbox: string): Promise<void> {
  const found = await store.disableMailbox(mailbox, new Date(systemClock.now()).toISOString());
  if (!found) throw new UsageError('There is no such mailbox');
  print('Disabled: its webhooks are answered 401 from now on, and its counter hears nothing more');
}

/** Makes, lists or disables mailboxes; works beside a relay that serves the same database. */
export async function mailboxCommand(config: Config, args: readonly string[]): Promise<void> {
  const { secret, json, positionals } = parse(args);
  const [action, subject, ...tooMuch] = positionals;
  if (tooMuch.length > 0) throw new UsageError('There is one name too many; quote a name with spaces');
  const withStore = async (work: (opened: Opened) => Promise<void>): Promise<void> => {
    const opened = await openStore(config.databasePath, keyOf(config));
    try {
      await work(opened);
    } finally {
      await opened.store.close();
    }
  };
  if (action === 'create') {
    if (!subject || subject.length > 100) throw new UsageError('A mailbox needs a NAME of at most 100 characters');
    if (!secret) throw new UsageError('A mailbox needs --secret KEY: the key that its webhooks are signed with');
    await withStore((opened) => create(config, opened, { name: subject, secret, json }));
  } else if (action === 'list' && subject === undefined) {
    await withStore((opened) => list(opened, json));
  } else if (action === 'disable' && subject !== undefined) {
    await withStore((opened) => disable(opened, subject));
  } else {
    throw new UsageError('mailbox create NAME --secret KEY, mailbox list, or mailbox disable MAILBOX');
  }
}
