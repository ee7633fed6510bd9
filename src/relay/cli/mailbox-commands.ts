import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createCursors } from '../core/cursor.ts';
import { createMailbox, deleteMailbox, replayMailbox, rotateSecret, rotateToken } from '../core/mailbox-service.ts';
import type { MailboxState } from '../core/store.ts';
import { withBrackets } from '../startup-errors.ts';
import { loadMasterKey } from '../store/database-files.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { systemClock as clock, systemRandom as random } from '../system.ts';
import type { MailboxCommand, SecretSource } from './command-line.ts';
import type { Config } from './config.ts';
import { noteCreatedKey, print, Refusal, UsageError } from './output.ts';

const maxSecretLength = 4096;

/** A command's answer: one line of JSON, or text for a person. */
type Answer = [json: object, text: string];

/** Runs one command about mailboxes. Relays that run on the same database notice the change by themselves. */
export async function runMailboxCommand(config: Config, command: MailboxCommand): Promise<void> {
  if (command.verb === 'delete' && !command.yes) {
    throw new UsageError(
      'Deleting loses every webhook in the mailbox, delivered or not, and its secrets and token; orders under way that ' +
        'name it are answered 401. If that is meant, say --yes; if not, disable it',
    );
  }
  // Before the database is opened: an unreadable secret changes nothing.
  const secret = 'secret' in command ? await readSecret(command.secret) : null;
  const masterKey = loadMasterKey(config.masterKey, config.database, noteCreatedKey);
  const opened = await openStore(config.database, masterKey);
  try {
    const [json, text] = await execute(config, command, secret, opened);
    print(command.json ? JSON.stringify(json) : text);
  } finally {
    await opened.store.close();
  }
}

const known = <Value>(value: Value | null | false | 'unknown'): Value => {
  if (value === null || value === false || value === 'unknown') throw new Refusal('There is no such mailbox');
  return value;
};

async function execute(
  config: Config,
  command: MailboxCommand,
  secret: string | null,
  { store: running, mailboxes: store, vault }: OpenStore,
): Promise<Answer> {
  const now = new Date(clock.now()).toISOString();
  switch (command.verb) {
    case 'create': {
      const created = await createMailbox({ store, vault, clock, random }, { name: command.name, secret });
      const { mailbox, token } = created;
      const callbackUrl = callbackUrlOf(config, mailbox);
      const keyless = 'It is keyless: this relay accepts whatever is posted to it, the counter alone verifies it.';
      const text = `mailbox: ${mailbox}\ntoken: ${token}\ncallbackUrl: ${callbackUrl}\nThe token is not shown again.`;
      return [{ ...created, callbackUrl }, secret === null ? `${text}\n${keyless}` : text];
    }
    case 'list':
      return listed(await store.listMailboxes(now));
    case 'rotate-secret': {
      const { mailbox, retireInDays } = command;
      if (secret === null)
        throw new UsageError('A mailbox that has a secret cannot be made keyless: create another one');
      const rotated = known(await rotateSecret({ store, vault, clock }, { mailbox, secret, retireInDays }));
      if (rotated === 'keyless')
        throw new Refusal('The mailbox is keyless: the key is the counter’s alone, rotate it there');
      if (rotated === 'rotating')
        throw new Refusal('An older secret is still valid beside the present one: end it with retire-secret first');
      const { oldUntil } = rotated;
      const text = `The new secret is in force; the old one is valid until ${oldUntil}`;
      return [{ mailbox, oldSecretValidUntil: oldUntil }, text];
    }
    case 'retire-secret': {
      const { mailbox } = command;
      const retired = known(await store.retireSecrets(mailbox, now));
      const text = retired === 0 ? 'No older secret was valid' : 'Only the newest secret is valid now';
      return [{ mailbox, retired }, text];
    }
    case 'rotate-token': {
      const { mailbox } = command;
      const token = known(await rotateToken({ store, random }, mailbox));
      return [{ mailbox, token }, `token: ${token}\nIt is not shown again. The old one is refused from now on.`];
    }
    case 'disable':
    case 'enable': {
      const { mailbox } = command;
      const disabled = command.verb === 'disable';
      known(await store.setDisabled(mailbox, disabled ? now : null));
      const text = disabled
        ? 'Disabled: its webhooks and its counter are answered 401 from now on; what it holds is kept'
        : 'Enabled: its webhooks are accepted again, and its counter gets what was kept';
      return [{ mailbox, disabled }, text];
    }
    case 'delete':
      known(await deleteMailbox({ store, clock }, command.mailbox));
      return [{ mailbox: command.mailbox, deleted: true }, 'Deleted, with all that it held'];
    case 'replay': {
      const { mailbox, from } = command;
      const cursors = createCursors(() => running.epoch);
      const result = known(await replayMailbox({ store, clock, cursors }, { mailbox, from }));
      if (result === 'bad_cursor') throw new Refusal('The cursor is not of this mailbox');
      const { replayed, superseded } = result;
      const later = `A later replay of this mailbox has taken over, or it was deleted; ${replayed} webhooks had been put at its end by then`;
      if (superseded) throw new Refusal(later);
      return [{ mailbox, replayed }, `${replayed} webhooks come to the counter again; it applies each once`];
    }
    case 'restored':
      await store.beginEpoch(Buffer.from(random.bytes(16)).toString('hex'));
      return [
        { restored: true },
        'Every counter now reads its mailbox from the oldest webhook, and lists what is unsettled for a person',
      ];
  }
}

/** The URL for the mailbox's webhooks, as far as the settings give it. */
function callbackUrlOf({ publicUrl, host, port }: Config, mailbox: string): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : withBrackets(host);
  return `${publicUrl ?? `http://${local}:${port}`}/hooks/${mailbox}`;
}

/** Every mailbox, the oldest first. As JSON each is `{ mailbox, name, createdAt, disabled, keyless, secrets, kept, unacked }`. */
function listed(mailboxes: readonly MailboxState[]): Answer {
  const lines = mailboxes.map(({ id, name, disabled, keyless, secrets, kept, unacked }) => {
    const retiring = secrets.find((secret) => secret.retiresAt !== null);
    const marks = [
      ...(disabled ? ['disabled'] : []),
      ...(keyless ? ['keyless'] : []),
      ...(retiring ? [`an older secret is valid until ${retiring.retiresAt}`] : []),
    ];
    const mark = marks.length > 0 ? ` (${marks.join('; ')})` : '';
    return `${id}  ${name}${mark}  ${kept} kept, ${unacked} of them not yet delivered`;
  });
  const json = mailboxes.map(({ id: mailbox, ...rest }) => ({ mailbox, ...rest }));
  return [json, lines.length === 0 ? 'There is no mailbox yet' : lines.join('\n')];
}

/** A final line break belongs to the editor or to echo. Throws if the bytes are not UTF-8: no signature would match. */
const decodeSecret = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');

/** The secret; null for a keyless mailbox. Rejects with UsageError, whose message contains nothing of it. */
async function readSecret(source: SecretSource): Promise<string | null> {
  if (source.from === 'none') return null;
  let secret: string;
  try {
    if (source.from === 'argument') secret = source.secret;
    else secret = decodeSecret(source.from === 'file' ? await readFile(source.path) : await buffer(process.stdin));
  } catch {
    throw new UsageError('The file or input with the secret cannot be read, or is not UTF-8 text');
  }
  if (secret.length === 0 || secret.length > maxSecretLength)
    throw new UsageError('The secret is empty, or longer than 4096 characters');
  return secret;
}
