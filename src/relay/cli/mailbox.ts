import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { createCursors } from '../core/cursor.ts';
import type { MailboxState } from '../core/mailbox-store.ts';
import { createMailbox, deleteMailbox, type MailboxParts, rotateSecret, rotateToken } from '../core/mailboxes.ts';
import { replay } from '../core/replay.ts';
import type { Store } from '../core/store.ts';
import { openStore } from '../open-store.ts';
import { systemClock, systemRandom } from '../system.ts';
import { keyOf } from './key.ts';
import { Refusal, type Say, sayAs, UsageError } from './output.ts';
import type { MailboxCommand, SecretSource } from './parse.ts';

const Secret = z.string().min(1).max(4096);

/** What ends a line is the editor's or echo's, not the secret's. Throws where the bytes are not text: they would not fit. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');

type Of<Verb extends MailboxCommand['verb']> = Extract<MailboxCommand, { verb: Verb }>;
type Opened = MailboxParts & { database: Store; config: Config };

const unknown = (): Refusal => new Refusal('There is no such mailbox');
const now = (): string => new Date(systemClock.now()).toISOString();

/** Does one command about mailboxes; works beside relays that serve the same database, and they hear of it by themselves. */
export async function mailboxCommand(config: Config, command: MailboxCommand): Promise<void> {
  if (command.verb === 'delete' && !command.yes) {
    throw new UsageError(
      'Deleting loses every webhook in the mailbox, heard or not, and its secrets and token; orders under way that name it ' +
        'are answered 401. If that is meant, say --yes; if not, disable it',
    );
  }
  // Before the database is opened: a secret that cannot be read changes nothing.
  const secret = 'secret' in command ? await readSecret(command.secret) : null;
  const opened = await openStore(config.database, keyOf(config));
  const { store: database, mailboxes: store, vault } = opened;
  try {
    const parts: Opened = { store, vault, clock: systemClock, random: systemRandom, database, config };
    await carryOut(parts, command, secret, sayAs(command.json));
  } finally {
    await database.close();
  }
}

async function carryOut(parts: Opened, command: MailboxCommand, secret: string | null, say: Say): Promise<void> {
  switch (command.verb) {
    case 'create':
      return create(parts, command.name, secret, say);
    case 'list':
      return list(await parts.store.mailboxes(now()), say);
    case 'rotate-secret':
      return rotate(parts, command, secret, say);
    case 'retire-secret':
      return retire(parts, command.mailbox, say);
    case 'rotate-token': {
      const token = await rotateToken(parts, command.mailbox);
      if (token === null) throw unknown();
      const { mailbox } = command;
      return say({ mailbox, token }, `token: ${token}\nIt is not shown again. The old one is refused from now on.`);
    }
    case 'disable':
    case 'enable':
      return setDisabled(parts, command, say);
    case 'delete': {
      if (!(await deleteMailbox(parts, command.mailbox))) throw unknown();
      return say({ mailbox: command.mailbox, deleted: true }, 'Deleted, with all that it held');
    }
    case 'replay':
      return replayAll(parts, command, say);
    case 'restored': {
      await parts.store.beginEpoch(Buffer.from(parts.random.bytes(16)).toString('hex'));
      const words =
        'Every counter now reads its mailbox from the oldest webhook, and lists what is unsettled for a person';
      return say({ restored: true }, words);
    }
  }
}

async function create(parts: Opened, name: string, secret: string | null, say: Say): Promise<void> {
  const made = await createMailbox(parts, { name, secret });
  const url = callbackUrl(parts.config, made.mailbox);
  const keyless =
    secret === null ? '\nIt is keyless: this relay takes whatever is posted to it, the counter alone verifies.' : '';
  const words = `mailbox: ${made.mailbox}\ntoken: ${made.token}\ncallbackUrl: ${url}\nThe token is not shown again.${keyless}`;
  say({ ...made, callbackUrl: url }, words);
}

async function rotate(parts: Opened, ask: Of<'rotate-secret'>, secret: string | null, say: Say): Promise<void> {
  const { mailbox, retireInDays } = ask;
  if (secret === null) throw new UsageError('A mailbox that has a secret cannot be made keyless: create another one');
  const done = await rotateSecret(parts, { mailbox, secret, retireInDays });
  if (done === 'unknown') throw unknown();
  if (done === 'keyless') throw new Refusal('The mailbox is keyless: the key is the counter’s alone, rotate it there');
  if (done === 'rotating') {
    throw new Refusal('An older secret is still valid beside the present one: end it with retire-secret first');
  }
  say(
    { mailbox, oldSecretValidUntil: done.oldUntil },
    `The new secret is in force; the old one is valid until ${done.oldUntil}`,
  );
}

async function retire({ store }: Opened, mailbox: string, say: Say): Promise<void> {
  const retired = await store.retireSecrets(mailbox, now());
  if (retired === null) throw unknown();
  say({ mailbox, retired }, retired === 0 ? 'No older secret was valid' : 'Only the newest secret is valid now');
}

async function setDisabled(
  { store }: Opened,
  { verb, mailbox }: Of<'disable'> | Of<'enable'>,
  say: Say,
): Promise<void> {
  const disabled = verb === 'disable';
  if (!(await store.setDisabled(mailbox, disabled ? now() : null))) throw unknown();
  const words = disabled
    ? 'Disabled: its webhooks and its counter are answered 401 from now on; what it holds is kept'
    : 'Enabled: its webhooks are taken again, and its counter hears what was kept';
  say({ mailbox, disabled }, words);
}

async function replayAll({ store, database, clock }: Opened, { mailbox, from }: Of<'replay'>, say: Say): Promise<void> {
  const cursors = createCursors(() => database.epoch);
  const done = await replay({ store, cursors, clock }, { mailbox, from });
  if (done === 'unknown') throw unknown();
  if (done === 'bad_cursor') throw new Refusal('The cursor is not of this mailbox');
  const { replayed, overtaken } = done;
  if (overtaken) {
    throw new Refusal(
      `A later replay of this mailbox has taken over, or it was deleted; ${replayed} webhooks had been put at its end by then`,
    );
  }
  say({ mailbox, replayed }, `${replayed} webhooks come to the counter again; it applies each once`);
}

/** Where webhooks for the mailbox are to be posted, as far as the settings tell. */
function callbackUrl({ publicUrl, host, port }: Config, mailbox: string): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${publicUrl ?? `http://${local.includes(':') ? `[${local}]` : local}:${port}`}/hooks/${mailbox}`;
}

function line({ id, name, disabled, keyless, secrets, kept, unacked }: MailboxState): string {
  const ending = secrets.find((secret) => secret.retiresAt !== null);
  const marks = [
    disabled ? 'disabled' : null,
    keyless ? 'keyless' : null,
    ending ? `an older secret is valid until ${ending.retiresAt}` : null,
  ].filter((mark) => mark !== null);
  const marked = marks.length > 0 ? ` (${marks.join('; ')})` : '';
  return `${id}  ${name}${marked}  ${kept} kept, ${unacked} of them not yet heard`;
}

/** Every mailbox, the oldest first. As JSON each is `{ mailbox, name, createdAt, disabled, keyless, secrets, kept, unacked }`. */
function list(mailboxes: readonly MailboxState[], say: Say): void {
  const answer = mailboxes.map(({ id: mailbox, ...rest }) => ({ mailbox, ...rest }));
  say(answer, mailboxes.length === 0 ? 'There is no mailbox yet' : mailboxes.map(line).join('\n'));
}

async function read(source: Exclude<SecretSource, { from: 'none' }>): Promise<string> {
  switch (source.from) {
    case 'argument':
      return source.secret;
    case 'file':
      return textOf(await readFile(source.path));
    case 'input':
      return textOf(await buffer(process.stdin));
  }
}

/** The secret; null for a keyless mailbox. Rejects with UsageError, which says nothing of it. */
async function readSecret(source: SecretSource): Promise<string | null> {
  if (source.from === 'none') return null;
  const secret = await read(source).catch(() => null);
  if (secret === null) throw new UsageError('The file or input with the secret cannot be read, or is not UTF-8 text');
  const right = Secret.safeParse(secret);
  if (!right.success) throw new UsageError('The secret is empty, or longer than 4096 characters');
  return right.data;
}
