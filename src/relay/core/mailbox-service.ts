import { rowsPerChunk, runInChunks, sleep } from '../../server/async.ts';
import { hashToken, newToken, randomName, type Vault } from '../../server/credentials.ts';
import type { Clock, Random } from '../../server/ports.ts';
import type { Cursors } from './cursor.ts';
import { rowsPerPrune } from './shipped-log.ts';
import type { Joining, MailboxRole, MailboxStore, Rotation, ShopStore, Store } from './store.ts';

/** A function's dependencies, with the methods of the store that it calls. */
type Deps<Needed extends 'vault' | 'clock' | 'random' | 'cursors', Method extends keyof MailboxStore> = Pick<
  { vault: Vault; clock: Clock; random: Random; cursors: Cursors },
  Needed
> & { store: Pick<MailboxStore, Method> };

/** A mailbox id: 144 random bits. */
const newMailboxId = (random: Random): string => randomName('m', random, 18);

/** A shop id: it is no secret. */
const newShopId = (random: Random): string => randomName('s', random, 9);

const dayMs = 24 * 60 * 60 * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Creates a mailbox for one counter. The token is answered once and stored as a hash.
 * @param request.secret the key that the payment service signs webhooks with; null: the mailbox is keyless
 */
export async function createMailbox(
  deps: Deps<'vault' | 'clock' | 'random', 'createMailbox'>,
  request: { name: string; secret: string | null },
): Promise<{ mailbox: string; token: string }> {
  const result = await createMailboxIn(deps, request);
  if (typeof result === 'string') throw new Error(`a mailbox outside of shops is refused: ${result}`);
  return result;
}

/** The same, in a shop, and for an office. @param mailbox.shop absent: in none */
export async function createMailboxIn(
  { store, vault, clock, random }: Deps<'vault' | 'clock' | 'random', 'createMailbox'>,
  { name, secret, shop, role }: { name: string; secret: string | null; shop?: string | undefined; role?: MailboxRole },
): Promise<{ mailbox: string; token: string } | Exclude<Joining, 'joined'>> {
  const id = newMailboxId(random);
  const token = newToken(random);
  const ciphertext = secret === null ? null : vault.encrypt(secret, id);
  const mailbox = { id, name, tokenHash: hashToken(token), ciphertext, createdAt: iso(clock.now()), shop, role };
  const joining = await store.createMailbox(mailbox);
  return joining === 'joined' ? { mailbox: id, token } : joining;
}

/** Creates a shop, and answers its id. */
export async function createShop(
  { store, clock, random }: { store: Pick<ShopStore, 'createShop'>; clock: Clock; random: Random },
  name: string,
): Promise<string> {
  const id = newShopId(random);
  await store.createShop({ id, name, createdAt: iso(clock.now()) });
  return id;
}

/**
 * Puts a new secret in force. The old one stays valid for some days: the payment service may still sign with it.
 * @returns the end of the old one, or why nothing was changed
 */
export async function rotateSecret(
  { store, vault, clock }: Deps<'vault' | 'clock', 'rotateSecret'>,
  { mailbox, secret, retireInDays }: { mailbox: string; secret: string; retireInDays: number },
): Promise<{ oldUntil: string } | Exclude<Rotation, 'rotated'>> {
  const now = clock.now();
  const oldUntil = iso(now + retireInDays * dayMs);
  const ciphertext = vault.encrypt(secret, mailbox);
  const rotation = await store.rotateSecret(mailbox, { ciphertext, now: iso(now), oldUntil });
  return rotation === 'rotated' ? { oldUntil } : rotation;
}

/** Replaces the token at once. Null: unknown mailbox. */
export async function rotateToken(
  { store, random, clock }: Deps<'random' | 'clock', 'rotateToken'>,
  mailbox: string,
): Promise<string | null> {
  const token = newToken(random);
  const at = new Date(clock.now()).toISOString();
  return (await store.rotateToken(mailbox, hashToken(token), at)) ? token : null;
}

/** The secret in force, for a connection code. Null: the mailbox is keyless, disabled or unknown. */
export async function presentSecret(
  { store, vault }: { store: Pick<Store, 'findMailbox'>; vault: Pick<Vault, 'decrypt'> },
  mailbox: string,
): Promise<string | null> {
  const credentials = await store.findMailbox(mailbox);
  const present = credentials?.secrets.find(({ retiredAt }) => retiredAt === null);
  return present === undefined ? null : vault.decrypt(present.ciphertext, mailbox);
}

/** Longer than any relay caches a mailbox. */
const cacheExpiryMs = 2_500;

/**
 * Deletes a mailbox, its webhooks and its shipped log: disabled first, then emptied in short commits. If it is interrupted, the mailbox stays disabled
 * and can be deleted again. False: unknown mailbox.
 */
export async function deleteMailbox(
  { store, clock }: Deps<'clock', 'setDisabled' | 'beginReplay' | 'deleteWebhooks' | 'deleteShipped' | 'deleteMailbox'>,
  mailbox: string,
): Promise<boolean> {
  if (!(await store.setDisabled(mailbox, iso(clock.now())))) return false;
  await sleep(clock, cacheExpiryMs);
  // Ends a running replay: it locks webhooks in another order, and the two could deadlock.
  await store.beginReplay(mailbox);
  await runInChunks(clock, async () => (await store.deleteWebhooks(mailbox, rowsPerChunk)) === rowsPerChunk);
  await runInChunks(clock, async () => (await store.deleteShipped(mailbox, rowsPerPrune)) > 0);
  return store.deleteMailbox(mailbox);
}

export type ReplayResult = { replayed: number; superseded: boolean } | 'unknown' | 'bad_cursor';

/**
 * Moves the webhooks after a cursor to the end of the mailbox, in the order of receipt, so that the counter reads them again;
 * it applies each webhook once. Webhooks that arrive meanwhile are in between, and are not moved. An interrupted replay has
 * moved the first ones; the next replay moves all.
 * @param replay.from null: all webhooks
 * @returns `superseded`: a later replay of this mailbox has begun, and moves the rest
 */
export async function replayMailbox(
  { store, cursors, clock }: Deps<'clock' | 'cursors', 'beginReplay' | 'sequencesAfter' | 'requeue'>,
  { mailbox, from }: { mailbox: string; from: string | null },
): Promise<ReplayResult> {
  const after = from === null ? 0 : cursors.read(mailbox, from)?.sequence;
  if (after === undefined) return 'bad_cursor';
  const generation = await store.beginReplay(mailbox);
  if (generation === null) return 'unknown';
  // Read after other replays have ended, and before this one moves anything.
  const sequences = await store.sequencesAfter(mailbox, after);
  const result = { replayed: 0, superseded: false };
  let next = 0;
  await runInChunks(clock, async () => {
    const chunk = sequences.slice(next, (next += rowsPerChunk));
    const moved = await store.requeue(mailbox, { generation, sequences: chunk });
    result.superseded = moved === null;
    result.replayed += moved ?? 0;
    return moved !== null && next < sequences.length;
  });
  return result;
}
