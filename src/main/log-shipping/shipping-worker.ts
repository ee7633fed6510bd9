import { createReadStream, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import type Database from 'better-sqlite3';
import { v7 } from 'uuid';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import { createSealing, type Sealing } from '../base/sealing.ts';
import { type Clock, errorName, isoNow, type Log, type Random } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { headOf, holds, readMeta } from '../db/metadata.ts';
import { connect } from '../db/open-database.ts';
import type { Head } from '../db/sales-store.ts';
import type { ShippedLogAtRelay, ShippingAnswer } from '../relay-client/index.ts';
import { FetchFailed, fetchShipped, shippingFolder } from './fetch-shipped.ts';
import { prepareReadBatch, readTerminals } from './log-batch.ts';

/**
 * - `off`: the counter is in no shop, or lacks its key
 * - `silent`: the relay did not answer
 * - `matches`: the journal has the event that was shipped last
 * - `differs`: it has not, and is the one that was shipped: it was edited, replaced, or is older than what the relay has
 * - `left`: what was shipped is of a history that a restore has left behind, or is sealed with a key of before: it is to be replaced
 * - `foreign`: nothing shows that this journal was shipped: the counter was begun anew, say
 */
export type ShippedCheck =
  | { kind: 'off' | 'silent' }
  | { kind: 'matches' | 'differs' | 'left' | 'foreign'; shipped: ShippedLog };

/** Ships the log of one counter to the relay, in the background: no sale waits for it. */
export interface LogShipping {
  /** compares the journal with what the relay has now */
  check(): Promise<ShippedCheck>;
  /** The relay may have been put back to an older copy: it is asked what it has. */
  compare(): void;
  /** see fetchShipped; rejects with FetchFailed also where the counter lacks the key */
  fetch(): Promise<string>;
  /** Ends what is under way, and resolves when nothing reads the journal any more. */
  stop(): Promise<void>;
}

export interface LogShippingDeps {
  /** @param signal ends its requests */
  relayUntil(signal: AbortSignal): ShippedLogAtRelay;
  /** derived from the shop's key for its log; null: the counter is in no shop, or lacks the key */
  logKey(): Uint8Array | null;
  journalPath: string;
  /** of the data */
  folder: string;
  runTask: RunTask;
  /** This is not the journal that was shipped last: the relay has that event of its very series. */
  onOlderJournal(head: Head): void;
  /** how far the relay's clock, by which its snapshot has a time, is ahead of this machine's */
  relayAheadMs(): number;
  clock: Clock;
  random: Random;
  log: Log;
}

/** The office shows a sale within two seconds. */
const lookEveryMs = 500;
const withoutKeyMs = 2000;
const askEveryMs = 5 * 60_000;
const firstBackoffMs = 1000;
const maxBackoffMs = 60_000;
/** A journal that differs is not shipped; a person may restore it. */
const differsPauseMs = 10 * 60_000;
/** As for a backup. */
const maxCopyMs = 30 * 60_000;
/** A journal of that many events is shipped as a copy sooner than event by event. */
const soonerCopied = 2000;
/** Within this time what was erased is gone at the relay, and batches are replaced by a snapshot. */
export const snapshotEveryMs = 7 * 24 * 60 * 60_000;

/** A relay that forgets snapshots, or whose clock is another, does not get one after the other. */
const betweenCopiesMs = 10 * 60_000;
/** After the first copy that replaces all: a batch of an earlier key may have come after it. Each later one waits eight times as long. */
const replacedAgainMs = 5000;

/** "waiting": there is nothing to ship */
type Step = 'shipped' | 'waiting' | 'failed' | 'differs';

export function startLogShipping(deps: LogShippingDeps): LogShipping {
  const { relayUntil, logKey, journalPath, clock, random, log } = deps;
  const ending = new AbortController();
  const relay = relayUntil(ending.signal);
  let failures = 0;
  /** what the relay has, as it last said; null: to be asked */
  let known: ShippedLog | null = null;
  /** on the monotonic clock, when it is to be asked again at the latest */
  let askAt = 0;
  let opened: Opened | null = null;
  /** under which the known state was asked for */
  let knownUnder: Uint8Array | null = null;
  /** on the monotonic clock, when the last copy was shipped */
  let copiedAt: number | null = null;
  /** that replaced all, since the key was changed */
  let replacements = 0;
  const mayCopy = (isNew: boolean): boolean => {
    const pauseMs = isNew
      ? Math.min(betweenCopiesMs, replacedAgainMs * 8 ** Math.max(0, replacements - 1))
      : betweenCopiesMs;
    return copiedAt === null || clock.monotonic() - copiedAt >= pauseMs;
  };

  const open = (): Opened => (opened ??= openJournal(journalPath));
  let sealed: { key: Uint8Array; seal: Sealing } | null = null;
  const sealing = (): Sealing | null => {
    const key = logKey();
    if (key === null) return null;
    if (sealed === null || !Buffer.from(sealed.key).equals(key)) {
      sealed = { key, seal: createSealing(key, relay.mailbox, random) };
    }
    return sealed.seal;
  };

  /** What the relay has, once it is asked; else why nothing is shipped. */
  const ask = async (seal: Sealing): Promise<ShippedLog | Step> => {
    askAt = clock.monotonic() + askEveryMs;
    const answer = await relay.read();
    if (answer.kind !== 'answered') return 'failed';
    const { db } = open();
    const found = compare(db, seal, answer.value);
    if (found === 'left') return (await shipCopy(seal, true)) ? 'shipped' : 'failed';
    if (found === 'matches') return answer.value;
    log.error('the journal is not the one that was shipped', { found });
    const head = headIn(answer.value);
    // Once it is dealt with, the journal has another series.
    if (head && answer.value.tag && seal.isTag(answer.value.tag, readMeta(db).terminal, head))
      deps.onOlderJournal(head);
    return 'differs';
  };
  const shipBatch = async (seal: Sealing, shipped: ShippedLog): Promise<Step> => {
    const { db, readBatch } = open();
    const batch = readBatch(shipped.through);
    if (batch === null) return 'waiting';
    const { first, last, previous, head, plain } = batch;
    const tag = seal.tag(readMeta(db).terminal, { seq: last, hash: head });
    const sealed = seal.seal(['batch', first, last, previous, head], plain);
    const answer = await relay.append({ first, last, previous, head, tag }, sealed);
    if (answer.kind === 'answered') {
      known = { ...shipped, through: last, head, tag };
      return 'shipped';
    }
    // Lost, or the relay has something else than this counter believes: it is asked.
    known = null;
    if (answer.kind === 'refused') log.warn('the relay does not take the log', { reason: answer.reason ?? 'other' });
    return 'failed';
  };
  /** As of one moment, as a backup is; null: it could not be made. */
  const copyDatabase = async (): Promise<CopiedDatabase | null> => {
    const place = shippingFolder(deps.folder);
    const task = { task: 'copy', journal: journalPath, folder: place, makeFolder: true, at: isoNow(clock) } as const;
    const answer = await deps.runTask(task, { withinMs: maxCopyMs, signal: ending.signal });
    if (answer.kind !== 'copied') return null;
    const path = join(place, answer.file.file);
    const db = connect(path, true);
    try {
      return { path, head: headOf(db) };
    } finally {
      db.close();
    }
  };
  /** @param isNew replaces all that was shipped; else batches are shipped meanwhile, up to the event of the copy at least */
  const shipCopy = async (seal: Sealing, isNew: boolean): Promise<boolean> => {
    const shipAll = async (): Promise<number> => {
      if (isNew) return Number.MAX_SAFE_INTEGER;
      for (let done: Step = 'shipped'; done === 'shipped'; ) done = known ? await shipBatch(seal, known) : 'failed';
      return known?.through ?? 0;
    };
    if (isNew && !mayCopy(isNew)) return false;
    const { terminal } = readMeta(open().db);
    const ask = { relay, seal, terminal, restart: isNew, shipAll, clock, random, log, signal: ending.signal };
    const copied = await copyDatabase();
    const done = copied !== null && (await shipSnapshot(ask, copied));
    known = null;
    if (done) copiedAt = clock.monotonic();
    if (done && isNew) replacements += 1;
    return done;
  };
  const step = async (seal: Sealing): Promise<Step> => {
    // A relay that was put back to an older copy lacks what it once had.
    if (clock.monotonic() >= askAt) known = null;
    const shipped = known ?? (await ask(seal));
    if (typeof shipped === 'string') return shipped;
    known = shipped;
    if (shipped.through === 0 && readMeta(open().db).headSeq > soonerCopied)
      return (await shipCopy(seal, true)) ? 'shipped' : 'failed';
    const done = await shipBatch(seal, shipped);
    if (done !== 'waiting' || !isSnapshotDue(shipped, clock.now() + deps.relayAheadMs()) || !mayCopy(false))
      return done;
    return (await shipCopy(seal, false)) ? 'shipped' : 'failed';
  };

  const pauseAfter = (done: Step | 'no_key'): number => {
    if (done !== 'failed') failures = 0;
    if (done === 'shipped') return 0;
    if (done === 'waiting') return lookEveryMs;
    if (done === 'no_key') return withoutKeyMs;
    if (done === 'differs') return differsPauseMs;
    failures += 1;
    const bound = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures - 1, 10));
    return (bound / 2) * (1 + (random.bytes(1)[0] ?? 0) / 256);
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      let done: Step | 'no_key' = 'no_key';
      try {
        const key = logKey();
        // What was sealed with the key before is to be replaced.
        if (!key || !isSameKey(key, knownUnder)) {
          known = null;
          copiedAt = null;
          replacements = 0;
        }
        knownUnder = key;
        const seal = sealing();
        if (seal) done = await step(seal);
      } catch (error) {
        known = null;
        done = 'failed';
        if (!ending.signal.aborted) log.warn('the log could not be shipped', { fault: errorName(error) });
      }
      const key = knownUnder;
      let leftMs = pauseAfter(done);
      // After a change of the key nothing of before holds: also what differed, or could not be shipped, is looked at anew.
      while (leftMs > 0 && !ending.signal.aborted && isSameKey(key, logKey())) {
        const stepMs = Math.min(withoutKeyMs, leftMs);
        await clock.sleep(stepMs, ending.signal);
        leftMs -= stepMs;
      }
    }
  };
  // What a killed program has left.
  rmSync(shippingFolder(deps.folder), { recursive: true, force: true });
  const running = run();
  return {
    async check() {
      const seal = sealing();
      if (seal === null) return { kind: 'off' };
      const answer = await relay.read();
      if (answer.kind !== 'answered') return { kind: 'silent' };
      return { kind: compare(open().db, seal, answer.value), shipped: answer.value };
    },
    compare() {
      askAt = 0;
    },
    async fetch() {
      const seal = sealing();
      if (seal === null) throw new FetchFailed('other_key');
      return fetchShipped({ relay, seal, folder: deps.folder, clock, random });
    },
    async stop() {
      ending.abort();
      await running;
      opened?.db.close();
    },
  };
}

const isSameKey = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === other || (one !== null && other !== null && Buffer.from(one).equals(other));

interface Opened {
  db: Database.Database;
  readBatch: ReturnType<typeof prepareReadBatch>;
}

/** A connection of its own, which only reads: no commit waits for it. */
function openJournal(path: string): Opened {
  const db = connect(path, true);
  return { db, readBatch: prepareReadBatch(db) };
}

const headIn = ({ through, head }: ShippedLog): Head | null => (head === null ? null : { seq: through, hash: head });

function compare(
  db: Database.Database,
  seal: Sealing,
  shipped: ShippedLog,
): 'matches' | 'differs' | 'left' | 'foreign' {
  const head = headIn(shipped);
  if (head === null) return 'matches';
  const [terminal, ...earlier] = readTerminals(db);
  const isOf = (series: string | undefined): boolean =>
    series !== undefined && shipped.tag !== null && seal.isTag(shipped.tag, series, head);
  const isHeld = holds(db, head);
  if (!isOf(terminal) && !earlier.some(isOf)) return isHeld ? 'left' : 'foreign';
  if (isHeld) return 'matches';
  // What the relay has may be all that is left of the sales since: it is kept until a person has decided.
  const { restored } = readMeta(db);
  const isDecided = restored?.reason === 'copy' || (restored?.acceptedAt ?? null) !== null;
  return isDecided && !isOf(terminal) ? 'left' : 'differs';
}

function isSnapshotDue({ through, snapshot }: ShippedLog, relayNow: number): boolean {
  if (through === 0) return false;
  return snapshot === null || (snapshot.through < through && relayNow - Date.parse(snapshot.at) >= snapshotEveryMs);
}

/** The file goes when it is shipped. */
interface CopiedDatabase {
  path: string;
  head: Head;
}

interface ShipSnapshot {
  relay: ShippedLogAtRelay;
  seal: Sealing;
  terminal: string;
  /** replaces what was shipped of a history that the journal has left */
  restart: boolean;
  /** ships the events of meanwhile; answers the last that the relay has */
  shipAll(): Promise<number>;
  clock: Clock;
  random: Random;
  log: Log;
  signal: AbortSignal;
}

/** On a slow line a part is sent within the time that the relay waits for a request. */
const partBytes = 192 * 1024;
const tries = 5;
const pauseMs = 3000;

/**
 * Ships a copy of the whole database, compressed: one size a week, in whole parts, says nothing of a single customer.
 * @returns whether the relay has all of it
 */
export async function shipSnapshot(ask: ShipSnapshot, { path, head }: CopiedDatabase): Promise<boolean> {
  const { relay, seal, terminal, restart, shipAll, clock, random, log, signal } = ask;
  const patiently = async (send: () => Promise<ShippingAnswer<null>>): Promise<boolean> => {
    for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
      const answer = await send();
      if (answer.kind === 'answered') return true;
      if (answer.kind === 'refused') return false;
      await clock.sleep(pauseMs, signal);
    }
    return false;
  };
  const id = v7({ msecs: clock.now(), random: random.bytes(16) });
  try {
    let parts = 0;
    for await (const plain of chunksOf(createReadStream(path).pipe(createGzip()), partBytes)) {
      const sealed = seal.seal(['snapshot', id, parts], plain);
      const part = parts;
      if (!(await patiently(() => relay.uploadPart(id, part, sealed)))) return false;
      parts += 1;
      await shipAll();
    }
    if ((await shipAll()) < head.seq) return false;
    const tag = seal.tag(terminal, head);
    const snapshot = { id, through: head.seq, head: head.hash, parts, tag, restart };
    const done = await patiently(() => relay.commitSnapshot(snapshot));
    if (done) log.info('a snapshot was shipped', { parts, events: head.seq });
    return done;
  } finally {
    await rm(path, { force: true });
  }
}

/** The stream in pieces of that size; the last one may be smaller. */
async function* chunksOf(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    gathered.push(chunk);
    size += chunk.length;
    while (size >= bytes) {
      const all = Buffer.concat(gathered);
      yield all.subarray(0, bytes);
      gathered = [all.subarray(bytes)];
      size -= bytes;
    }
  }
  if (size > 0) yield Buffer.concat(gathered);
}
