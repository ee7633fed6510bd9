import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type Clock, isoNow, type Log } from '../base/system.ts';
import { type CustomerData, followErasures, type ShopDigest, type ShopErasures } from '../customers/index.ts';
import type { Head } from '../db/change.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { headOf, prepareMailboxPositions } from '../db/metadata.ts';
import { jsonText } from '../db/statements.ts';

/** What erasing needs of a replica, opened to be written. */
export interface WritableReplica {
  readonly customers: CustomerData;
  readonly shopErasures: ShopErasures;
  close(): Promise<void>;
}

/** Every erasure of the shop that the office knows, and how it finds the customer. */
export interface OfficeErasures {
  list(): ReturnType<ShopErasures['list']>;
  /** under the shop's key, and behind it its earlier ones; empty: the office lacks the shop key */
  digests(): readonly ShopDigest[];
  /** how far the relay's clock is ahead of this machine's */
  aheadMs(): number;
  open(path: string): Promise<WritableReplica>;
  runTask: RunTask;
}

/** A counter that was revoked is waited for no more. One that may come back erases by itself, unless it is silent for as long as this. */
export const silentMs = 30 * 24 * 60 * 60_000;
const pauseMs = 20;
const maxCleanMs = 10 * 60_000;

const headName = 'the counter’s last event';
const StoredHead = jsonText.pipe(z.object({ seq: z.int(), hash: z.string() }));

/** The last event of the counter itself: what the office has erased stands behind it. */
export function counterHead(db: Database.Database): Head {
  const text = prepareMailboxPositions(db).cursor(headName);
  return text === null ? headOf(db) : StoredHead.parse(text);
}

const At = z.iso.datetime().optional();

/** When the counter's last event happened, by its clock; null: it has none. */
export function lastEventAt(db: Database.Database): string | null {
  const { seq } = counterHead(db);
  return At.parse(db.prepare('SELECT at FROM events WHERE seq = ?').pluck().get(seq)) ?? null;
}

/** Whether a counter ships no more, so that no erasure comes by its log. */
export const isEnded = ({ isRevoked, ...stored }: Shipping): boolean => isRevoked || isSilent(stored);

/** What the relay says of a counter. By its clock alone: the counter's own, and this machine's, may be set wrong. */
export interface Shipping {
  isRevoked: boolean;
  /** when the relay stored a part of its log last, ISO 8601 UTC; null: never, or it did not say */
  storedAt: string | null;
  /** milliseconds since 1970 */
  relayNow: number;
}

const isSilent = ({ storedAt, relayNow }: Omit<Shipping, 'isRevoked'>): boolean =>
  storedAt !== null && relayNow - Date.parse(storedAt) > silentMs;

interface CleanReplica extends Pick<OfficeErasures, 'runTask'> {
  db: Database.Database;
  path: string;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

interface EraseInReplica extends OfficeErasures, CleanReplica, Shipping {}

/**
 * Erases in the replica of a counter that ships no more what the counter would have erased. It then is no copy of the counter's journal any
 * longer: should the counter ship again, it is rebuilt. Sales that are not settled, and open tabs, stay with a counter that may come back;
 * of a revoked one they go once it is silent for `silentMs`. Repeated it changes nothing. Rejects with DatabaseError.
 * @returns how many sales were erased; null: the office lacks the shop key
 */
export async function eraseInReplica(request: EraseInReplica): Promise<number | null> {
  const { db, path, clock, log, signal } = request;
  const digests = request.digests();
  const [digest] = digests;
  const erasures = await request.list();
  if (!digest) return null;
  if (erasures.length === 0) return 0;
  const evenUnsettled = request.isRevoked && isSilent(request);
  const positions = prepareMailboxPositions(db);
  if (positions.cursor(headName) === null) positions.saveCursor(headName, JSON.stringify(headOf(db)));
  let erased = 0;
  const replica = await request.open(path);
  try {
    const { customers, shopErasures } = replica;
    // Those of the counter's own erasures that waited for a sale to be settled.
    await customers.reapply([], isoNow(clock));
    await shopErasures.arrived(erasures, { shop: headName, upTo: 0, keyId: digest.keyId });
    const parked = { list: async () => [], erase: async () => 0 };
    // The replica's times are by its counter's clock, taken to be right as the relay's is: this machine's does not count (aheadMs).
    const options = { customers, shopErasures, parked, digests, clock, aheadMs: 0, pauseMs, log, signal };
    // An erased sale owes nothing any more: the entry of a customer whose tab it was goes in the second round.
    for (let round = 0; round < (evenUnsettled ? 2 : 1); round += 1) {
      await followErasures(options);
      for (let more = true; more && !signal.aborted; ) {
        const next = await customers.eraseNext(isoNow(clock), evenUnsettled);
        erased += next.length;
        more = next.length > 0;
        await clock.sleep(pauseMs, signal);
      }
    }
  } finally {
    await replica.close();
  }
  await cleanReplica(request);
  return erased;
}

const hasTraces = (db: Database.Database): boolean =>
  db.prepare('SELECT 1 FROM erasure_state WHERE vacuum_pending = 1').get() !== undefined;

/**
 * Where something was erased, by this office or by the counter's log, its file is rewritten: free pages and the log of writes still hold
 * it. What could not be done, as somebody reads, is asked for again with the counter's next events, or a day later.
 */
export async function cleanReplica({ db, path, runTask, clock, log, signal }: CleanReplica): Promise<void> {
  if (signal.aborted || !hasTraces(db)) return;
  const clean = { task: 'clean' as const, database: path, vacuum: true, replaced: [], erasures: [], customerNo: null };
  const task = runTask({ ...clean, at: isoNow(clock) }, { withinMs: maxCleanMs, signal });
  const answer = await task.catch(() => null);
  if (answer?.kind !== 'cleaned' || !answer.done) log.warn('traces of erased data are still in a replica');
}
