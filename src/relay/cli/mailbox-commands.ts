import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createCursors } from '../core/cursor.ts';
import {
  createMailbox,
  deleteMailbox,
  type MailboxDeps,
  replayMailbox,
  rotateSecret,
  rotateToken,
} from '../core/mailbox-service.ts';
import type { MailboxState, Store } from '../core/store.ts';
import { loadMasterKey } from '../store/database-files.ts';
import { openStore } from '../store/open-store.ts';
import { systemClock, systemRandom } from '../system.ts';
import type { MailboxCommand, SecretSource } from './command-line.ts';
import type { Config } from './config.ts';
import { answerPrinter, noteCreatedKey, type PrintAnswer, Refusal, UsageError } from './output.ts';

const maxSecretLength = 4096;

type CommandOf<Verb extends MailboxCommand['verb']> = Extract<MailboxCommand, { verb: Verb }>;
interface Context {
  deps: MailboxDeps;
  store: Store;
  config: Config;
  print: PrintAnswer;
}

const unknownMailbox = (): Refusal => new Refusal('There is no such mailbox');
const now = (): string => new Date(systemClock.now()).toISOString();

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
  const { store, mailboxes, vault } = await openStore(config.database, masterKey);
  try {
    const deps = { store: mailboxes, vault, clock: systemClock, random: systemRandom };
    await execute({ deps, store, config, print: answerPrinter(command.json) }, command, secret);
  } finally {
    await store.close();
  }
}

async function execute(context: Context, command: MailboxCommand, secret: string | null): Promise<void> {
  const { deps, print } = context;
  switch (command.verb) {
    case 'create':
      return create(context, command.name, secret);
    case 'list':
      return list(await deps.store.listMailboxes(now()), print);
    case 'rotate-secret':
      return rotate(context, command, secret);
    case 'retire-secret': {
      const { mailbox } = command;
      const retired = await deps.store.retireSecrets(mailbox, now());
      if (retired === null) throw unknownMailbox();
      return print(
        { mailbox, retired },
        retired === 0 ? 'No older secret was valid' : 'Only the newest secret is valid now',
      );
    }
    case 'rotate-token': {
      const { mailbox } = command;
      const token = await rotateToken(deps, mailbox);
      if (token === null) throw unknownMailbox();
      return print({ mailbox, token }, `token: ${token}\nIt is not shown again. The old one is refused from now on.`);
    }
    case 'disable':
    case 'enable':
      return setDisabled(context, command.mailbox, command.verb === 'disable');
    case 'delete': {
      const { mailbox } = command;
      if (!(await deleteMailbox(deps, mailbox))) throw unknownMailbox();
      return print({ mailbox, deleted: true }, 'Deleted, with all that it held');
    }
    case 'replay':
      return replay(context, command);
    case 'restored': {
      await deps.store.beginEpoch(Buffer.from(deps.random.bytes(16)).toString('hex'));
      const text =
        'Every counter now reads its mailbox from the oldest webhook, and lists what is unsettled for a person';
      return print({ restored: true }, text);
    }
  }
}

async function create({ deps, config, print }: Context, name: string, secret: string | null): Promise<void> {
  const created = await createMailbox(deps, { name, secret });
  const callbackUrl = callbackUrlOf(config, created.mailbox);
  const keyless =
    secret === null
      ? '\nIt is keyless: this relay accepts whatever is posted to it, the counter alone verifies it.'
      : '';
  const { mailbox, token } = created;
  const text = `mailbox: ${mailbox}\ntoken: ${token}\ncallbackUrl: ${callbackUrl}\nThe token is not shown again.${keyless}`;
  print({ ...created, callbackUrl }, text);
}

async function rotate(
  { deps, print }: Context,
  command: CommandOf<'rotate-secret'>,
  secret: string | null,
): Promise<void> {
  const { mailbox, retireInDays } = command;
  if (secret === null) throw new UsageError('A mailbox that has a secret cannot be made keyless: create another one');
  const rotated = await rotateSecret(deps, { mailbox, secret, retireInDays });
  if (rotated === 'unknown') throw unknownMailbox();
  if (rotated === 'keyless') {
    throw new Refusal('The mailbox is keyless: the key is the counter’s alone, rotate it there');
  }
  if (rotated === 'rotating') {
    throw new Refusal('An older secret is still valid beside the present one: end it with retire-secret first');
  }
  const { oldUntil } = rotated;
  const text = `The new secret is in force; the old one is valid until ${oldUntil}`;
  print({ mailbox, oldSecretValidUntil: oldUntil }, text);
}

async function setDisabled({ deps, print }: Context, mailbox: string, disabled: boolean): Promise<void> {
  if (!(await deps.store.setDisabled(mailbox, disabled ? now() : null))) throw unknownMailbox();
  const text = disabled
    ? 'Disabled: its webhooks and its counter are answered 401 from now on; what it holds is kept'
    : 'Enabled: its webhooks are accepted again, and its counter gets what was kept';
  print({ mailbox, disabled }, text);
}

async function replay({ deps, store, print }: Context, { mailbox, from }: CommandOf<'replay'>): Promise<void> {
  const result = await replayMailbox({ ...deps, cursors: createCursors(() => store.epoch) }, { mailbox, from });
  if (result === 'unknown') throw unknownMailbox();
  if (result === 'bad_cursor') throw new Refusal('The cursor is not of this mailbox');
  const { replayed, superseded } = result;
  if (superseded) {
    throw new Refusal(
      `A later replay of this mailbox has taken over, or it was deleted; ${replayed} webhooks had been put at its end by then`,
    );
  }
  print({ mailbox, replayed }, `${replayed} webhooks come to the counter again; it applies each once`);
}

/** The URL that webhooks for the mailbox are to be posted to, as far as the settings tell. */
function callbackUrlOf({ publicUrl, host, port }: Config, mailbox: string): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${publicUrl ?? `http://${local.includes(':') ? `[${local}]` : local}:${port}`}/hooks/${mailbox}`;
}

function lineOf({ id, name, disabled, keyless, secrets, kept, unacked }: MailboxState): string {
  const retiring = secrets.find((secret) => secret.retiresAt !== null);
  const marks = [
    disabled ? 'disabled' : null,
    keyless ? 'keyless' : null,
    retiring ? `an older secret is valid until ${retiring.retiresAt}` : null,
  ].filter((mark) => mark !== null);
  return `${id}  ${name}${marks.length > 0 ? ` (${marks.join('; ')})` : ''}  ${kept} kept, ${unacked} of them not yet delivered`;
}

/** Every mailbox, the oldest first. As JSON each is `{ mailbox, name, createdAt, disabled, keyless, secrets, kept, unacked }`. */
function list(mailboxes: readonly MailboxState[], print: PrintAnswer): void {
  const answer = mailboxes.map(({ id: mailbox, ...rest }) => ({ mailbox, ...rest }));
  print(answer, mailboxes.length === 0 ? 'There is no mailbox yet' : mailboxes.map(lineOf).join('\n'));
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
  if (secret.length === 0 || secret.length > maxSecretLength) {
    throw new UsageError('The secret is empty, or longer than 4096 characters');
  }
  return secret;
}
