import { encodeQR } from 'qr';
import { z } from 'zod';
import { print, Refusal, readText, UsageError } from '../../server/command.ts';
import { loadMasterKey } from '../../server/database.ts';
import { withBrackets } from '../../server/startup-errors.ts';
import { systemClock as clock, systemRandom as random } from '../../server/system.ts';
import { ProviderHeaders } from '../../shared/domain/addresses.ts';
import { type ConnectionCode, writeConnectionCode } from '../../shared/wire/connection-code.ts';
import { createCursors } from '../core/cursor.ts';
import {
  createMailboxIn,
  createShop,
  deleteMailbox,
  presentSecret,
  replayMailbox,
  rotateSecret,
  rotateToken,
} from '../core/mailbox-service.ts';
import type { MailboxState, ShopState, ShopStore } from '../core/store.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import {
  type Answer,
  type MailboxCommand,
  noteCreatedKey,
  type ProviderSource,
  type SecretSource,
  type ShopCommand,
} from './command-line.ts';
import type { Config } from './config.ts';
import { askOnTerminal, runRestored } from './restored.ts';

const maxSecretLength = 4096;

/** Runs one command about mailboxes or shops. Relays that run on the same database notice the change by themselves. */
export async function runStoreCommand(config: Config, command: MailboxCommand | ShopCommand): Promise<void> {
  if (command.verb === 'delete' && !command.yes) {
    throw new UsageError(
      'Deleting loses every webhook in the mailbox, delivered or not, and its secrets and token; orders under way that ' +
        'name it are answered 401. If that is meant, say --yes; if not, disable it',
    );
  }
  // Before the database is opened: an unreadable secret changes nothing.
  const secret = 'secret' in command ? await readSecret(command.secret) : null;
  const provider = 'provider' in command && command.provider ? await readProvider(command.provider) : null;
  const masterKey = loadMasterKey(config.masterKey, config.database, { program: 'relay', onCreated: noteCreatedKey });
  const opened = await openStore(config.database, masterKey);
  try {
    const [json, text, code] = isAboutShop(command)
      ? await executeShop(command, opened.shops)
      : await execute(config, command, { secret, provider }, opened);
    if (command.json) print(JSON.stringify(code === undefined ? json : { ...json, connectionCode: code }));
    else print(code === undefined ? text : `${text}\n${codeText(code)}`);
  } finally {
    await opened.store.close();
  }
}

const isAboutShop = (command: MailboxCommand | ShopCommand): command is ShopCommand => command.verb.startsWith('shop ');

const ensureKnown = <Value>(value: Value | null | false | 'unknown'): Value => {
  if (value === null || value === false || value === 'unknown') throw new Refusal('There is no such mailbox');
  return value;
};

async function execute(
  config: Config,
  command: MailboxCommand,
  { secret, provider }: Pick<ConnectionCode, 'provider'> & { secret: string | null },
  { store: running, mailboxes: store, shops, vault }: OpenStore,
): Promise<Answer> {
  const now = new Date(clock.now()).toISOString();
  const codeOf = (parts: Pick<ConnectionCode, 'mailbox' | 'token' | 'secretKey'>): string | null =>
    writeConnectionCode({ relayUrl: relayUrlOf(config), provider, ...parts });
  switch (command.verb) {
    case 'create': {
      const { name, shop, role } = command;
      const created = done(
        await createMailboxIn({ store, vault, clock, random }, { name, secret, shop: shop ?? undefined, role }),
      );
      const { mailbox, token } = created;
      if (role === 'office') {
        const text = `mailbox: ${mailbox}\ntoken: ${token}\nThe token is not shown again. A counter adds the shop key to the code.`;
        return [created, text, codeOf({ mailbox, token, secretKey: null })];
      }
      const callbackUrl = `${relayUrlOf(config)}/hooks/${mailbox}`;
      const keyless = 'It is keyless: this relay accepts whatever is posted to it, the counter alone verifies it.';
      const text = `mailbox: ${mailbox}\ntoken: ${token}\ncallbackUrl: ${callbackUrl}\nThe token is not shown again.`;
      const code = codeOf({ mailbox, token, secretKey: secret });
      return [{ ...created, callbackUrl }, secret === null ? `${text}\n${keyless}` : text, code];
    }
    case 'list':
      return listedMailboxes(await store.listMailboxes(now));
    case 'rotate-secret': {
      const { mailbox, retireInDays } = command;
      if (secret === null)
        throw new UsageError('A mailbox that has a secret cannot be made keyless: create another one');
      const rotated = ensureKnown(await rotateSecret({ store, vault, clock }, { mailbox, secret, retireInDays }));
      if (rotated === 'office') throw new Refusal('The mailbox is an office: it takes no webhooks, and has no key');
      if (rotated === 'keyless')
        throw new Refusal('The mailbox is keyless: the key is the counter’s alone, rotate it there');
      if (rotated === 'rotating')
        throw new Refusal('An older secret is still valid beside the present one: end it with retire-secret first');
      const { oldUntil } = rotated;
      const text = `The new secret is in force; the old one is valid until ${oldUntil}`;
      // The token is kept as a hash: the counter goes on with the one that it has.
      return [{ mailbox, oldSecretValidUntil: oldUntil }, text, codeOf({ mailbox, token: null, secretKey: secret })];
    }
    case 'retire-secret': {
      const { mailbox } = command;
      const retired = ensureKnown(await store.retireSecrets(mailbox, now));
      const text = retired === 0 ? 'No older secret was valid' : 'Only the newest secret is valid now';
      return [{ mailbox, retired }, text];
    }
    case 'rotate-token': {
      const { mailbox } = command;
      const token = ensureKnown(await rotateToken({ store, random, clock }, mailbox));
      const code = codeOf({ mailbox, token, secretKey: await presentSecret({ store: running, vault }, mailbox) });
      const text = `token: ${token}\nIt is not shown again. The old one, and the code that holds it, are refused from now on.`;
      return [{ mailbox, token }, text, code];
    }
    case 'disable':
    case 'enable': {
      const { mailbox } = command;
      const disabled = command.verb === 'disable';
      ensureKnown(await store.setDisabled(mailbox, disabled ? now : null));
      const text = disabled
        ? 'Disabled: its webhooks and its counter are answered 401 from now on; what it holds is kept'
        : 'Enabled: its webhooks are accepted again, and its counter gets what was kept';
      return [{ mailbox, disabled }, text];
    }
    case 'delete':
      ensureKnown(await deleteMailbox({ store, clock }, command.mailbox));
      return [{ mailbox: command.mailbox, deleted: true }, 'Deleted, with all that it held'];
    case 'replay': {
      const { mailbox, from } = command;
      const cursors = createCursors(() => running.epoch);
      const result = ensureKnown(await replayMailbox({ store, clock, cursors }, { mailbox, from }));
      if (result === 'bad_cursor') throw new Refusal('The cursor is not of this mailbox');
      const { replayed, superseded } = result;
      const later = `A later replay of this mailbox has taken over, or it was deleted; ${replayed} webhooks had been put at its end by then`;
      if (superseded) throw new Refusal(later);
      return [{ mailbox, replayed }, `${replayed} webhooks come to the counter again; it applies each once`];
    }
    case 'restored':
      return runRestored({
        mailboxes: store,
        shops,
        epoch: Buffer.from(random.bytes(16)).toString('hex'),
        now: clock.now(),
        confirm: askOnTerminal(),
      });
  }
}

/** The relay's address, as far as the settings give it. */
function relayUrlOf({ publicUrl, host, port }: Config): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : withBrackets(host);
  return publicUrl ?? `http://${local}:${port}`;
}

/** The code for a person: on a terminal as a QR code too, which a log or a file would keep. */
function codeText(code: string | null): string {
  if (code === null)
    return 'No connection code: counters take no such address or key. Type mailbox, token and key into the settings.';
  const text = `connectionCode: ${code}\nWhoever has the code reads this mailbox. It is not shown again.`;
  return process.stdout.isTTY && code.length <= maxQrLength ? `${text}\n${qrLines(code)}` : text;
}

/** Of a QR code of version 25: 125 columns wide. */
const maxQrLength = 1853;

/** White on black, whatever the terminal's colours are: a scanner looks for dark on light. */
const qrLines = (code: string): string =>
  encodeQR(code, 'ascii', { ecc: 'low', border: 4 })
    .trimEnd()
    .split('\n')
    .map((line) => `\u001B[97;40m${line}\u001B[0m`)
    .join('\n');

/** Every mailbox, the oldest first. As JSON each is `{ mailbox, name, createdAt, shop, role, disabled, keyless, secrets, kept, unacked }`. */
function listedMailboxes(mailboxes: readonly MailboxState[]): Answer {
  const lines = mailboxes.map(({ id, name, shop, role, disabled, keyless, secrets, kept, unacked }) => {
    const retiring = secrets.find((secret) => secret.retiresAt !== null);
    const marks = [
      ...(role === 'office' ? ['office'] : []),
      ...(shop === null ? [] : [`of ${shop}`]),
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

const HeadersText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(ProviderHeaders);

/** The provider for the code. Rejects with UsageError, whose message contains nothing of the headers. */
async function readProvider({ url, headers }: ProviderSource): Promise<ConnectionCode['provider']> {
  if (headers === null) return { url, headers };
  try {
    return { url, headers: HeadersText.parse(await readText(headers)) };
  } catch {
    throw new UsageError('The file or input with the provider’s headers is no JSON object of names and texts');
  }
}

/** The secret; null for a keyless mailbox. Rejects with UsageError, whose message contains nothing of it. */
async function readSecret(source: SecretSource): Promise<string | null> {
  if (source.from === 'none') return null;
  let secret: string;
  try {
    if (source.from === 'argument') secret = source.secret;
    else secret = await readText(source);
  } catch {
    throw new UsageError('The file or input with the secret cannot be read, or is not UTF-8 text');
  }
  if (secret.length === 0 || secret.length > maxSecretLength)
    throw new UsageError('The secret is empty, or longer than 4096 characters');
  return secret;
}

const reasons = {
  unknown_shop: 'There is no such shop',
  unknown_mailbox: 'There is no such mailbox',
  name_taken: 'The shop has a mailbox of that name: cashiers would not know which counter is meant',
  in_another: 'The mailbox is in another shop: remove it there first',
  not_in_shop: 'The mailbox is not in that shop',
  not_empty: 'The shop has mailboxes: remove or delete them first',
  no_such_key: 'No counter has reported that key',
} as const;
type Reason = keyof typeof reasons;
const isReason = (outcome: unknown): outcome is Reason => typeof outcome === 'string' && outcome in reasons;

/** What was done or made. Throws Refusal if nothing was changed. */
function done<Outcome>(outcome: Outcome): Exclude<Outcome, Reason> {
  if (isReason(outcome)) throw new Refusal(reasons[outcome]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every reason is thrown
  return outcome as Exclude<Outcome, Reason>;
}

/** Executes one command about shops. */
async function executeShop(command: ShopCommand, store: ShopStore): Promise<Answer> {
  switch (command.verb) {
    case 'shop create': {
      const shop = await createShop({ store, clock, random }, command.name);
      return [{ shop, name: command.name }, `shop: ${shop}`];
    }
    case 'shop list':
      return listedShops(await store.listShops());
    case 'shop add': {
      const { shop, mailbox } = command;
      done(await store.addToShop(shop, mailbox));
      return [{ shop, mailbox, added: true }, 'Added: its counter asks for the shop key of the others'];
    }
    case 'shop remove': {
      const { shop, mailbox } = command;
      done(await store.removeFromShop(shop, mailbox));
      const text = 'Removed: what its counter claims stays, and a supervisor settles it at another counter';
      return [{ shop, mailbox, removed: true }, text];
    }
    case 'shop rotate-key': {
      const { shop, revoke: mailbox } = command;
      const revoked = mailbox === null ? null : { mailbox, at: new Date(clock.now()).toISOString() };
      done(await store.rotateShopKey(shop, revoked));
      const text =
        'The shop has no key: make one at a counter, and enter its code at the others. Until then they sell nothing. ' +
        'What a counter has claimed is in the way of all sales until it has the new key, or a supervisor has settled it';
      return [{ shop, rotated: true, revoked: mailbox }, text];
    }
    case 'shop trust-key': {
      const { shop, keyId } = command;
      done(await store.trustShopKey(shop, keyId, new Date(clock.now()).toISOString()));
      return [{ shop, keyId, trusted: true }, 'The shop has that key now: counters with the one before need its code'];
    }
    case 'shop delete':
      done(await store.deleteShop(command.shop));
      return [{ shop: command.shop, deleted: true }, 'Deleted, with its claims'];
  }
}

function marksOf({ role, disabled }: ShopState['mailboxes'][number]): string {
  const marks = [...(role === 'office' ? ['office'] : []), ...(disabled ? ['disabled'] : [])];
  return marks.length === 0 ? '' : ` (${marks.join('; ')})`;
}

/** Every shop, the oldest first. As JSON each is `{ shop, name, createdAt, keyId, mailboxes, unresolved }`, and each mailbox `{ mailbox, name, role, disabled }`. */
function listedShops(shops: readonly ShopState[]): Answer {
  const lines = shops.flatMap(({ id, name, keyId, newerKey, waiting, lacksCounters, mailboxes, unresolved }) => [
    `${id}  ${name}  ${keyId === null ? 'no key yet' : `key ${keyId}`}, ${unresolved} unresolved claims`,
    ...(newerKey
      ? [
          `  ${newerKey.counter} has key ${newerKey.keyId} in its place: this database is an older copy, and nothing is sold. ` +
            `If that is right: shop trust-key ${id} ${newerKey.keyId}; if not: shop rotate-key ${id} --revoke MAILBOX`,
        ]
      : []),
    ...(lacksCounters
      ? [
          '  its counters were changed since the copy, or before they had compared: do again what the copy lacks; then a supervisor goes on at a counter',
        ]
      : []),
    ...(waiting.length > 0 ? [`  since the restore these have not compared: ${waiting.join(', ')}`] : []),
    ...mailboxes.map((one) => `  ${one.id}  ${one.name}${marksOf(one)}`),
  ]);
  const json = shops.map(({ id: shop, mailboxes, ...rest }) => ({
    shop,
    ...rest,
    mailboxes: mailboxes.map(({ id: mailbox, ...more }) => ({ mailbox, ...more })),
  }));
  return [json, lines.length === 0 ? 'There is no shop yet' : lines.join('\n')];
}
