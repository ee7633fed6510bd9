import { createReadStream, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { v7 } from 'uuid';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import { Backoff } from '../base/background-loop.ts';
import { CurrentSealing, type Sealing } from '../base/sealing.ts';
import { type Clock, errorName, isoNow, type Log, type Random } from '../base/system.ts';
import type { Head } from '../db/change.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { headOf, holds, readMeta } from '../db/metadata.ts';
import { connect } from '../db/open-database.ts';
import type { ShippedLogAtRelay, ShippingAnswer } from '../relay-client/index.ts';
import { createPacking } from './compression.ts';
import { FetchFailed, fetchShipped, shippingFolder } from './fetch-shipped.ts';
import { prepareReadBatch, readTerminals } from './log-batch.ts';

/**
 * - `off`: the counter is in no shop, or lacks its key
 * - `silent`: the relay did not answer
 * - `matches`: the journal has the event that was shipped last
 * - `differs`: it has not, and is the one that was shipped: it was edited, replaced, or is older than what the relay has
 * - `left`: what was shipped is of a history that a restore has left behind, or is sealed with a key of before: it is to be replaced
 * - `foreign`: nothing shows that this journal was shipped: the counter was started over, say
 */
export type ShippedCheck =
  | { kind: 'off' | 'silent' }
  | { kind: 'matches' | 'differs' | 'left' | 'foreign'; shipped: ShippedLog };

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
const readEveryMs = 5 * 60_000;
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

/** Ships the log of one counter to the relay, in the background from its construction on: no sale waits for it. */
export class LogShipping {
  readonly #deps: LogShippingDeps;
  readonly #relay: ShippedLogAtRelay;
  readonly #ending = new AbortController();
  readonly #backoff = new Backoff(firstBackoffMs, maxBackoffMs);
  readonly #running: Promise<void>;
  #opened: Opened | null = null;
  readonly #sealing: CurrentSealing;
  /** what the relay has, as it last said; null: to be read */
  #shipped: ShippedLog | null = null;
  /** under which that was read */
  #key: Uint8Array | null = null;
  /** on the monotonic clock, when that is to be read again at the latest */
  #readAt = 0;
  /** on the monotonic clock, when the last copy was shipped */
  #copiedAt: number | null = null;
  /** that replaced all, since the key was changed */
  #replacements = 0;

  constructor(deps: LogShippingDeps) {
    this.#deps = deps;
    this.#relay = deps.relayUntil(this.#ending.signal);
    this.#sealing = new CurrentSealing(deps.logKey, this.#relay.mailbox, deps.random);
    // What a killed program has left.
    rmSync(shippingFolder(deps.folder), { recursive: true, force: true });
    this.#running = this.#run();
  }

  /** Compares the journal with what the relay has now. */
  async check(): Promise<ShippedCheck> {
    const seal = this.#sealing.get();
    if (seal === null) return { kind: 'off' };
    const answer = await this.#relay.read();
    if (answer.kind !== 'answered') return { kind: 'silent' };
    return { kind: compare(this.#open().db, seal, answer.value), shipped: answer.value };
  }

  /** The relay may have been put back to an older copy: it is asked what it has. */
  compare(): void {
    this.#readAt = 0;
  }

  /** see fetchShipped; rejects with FetchFailed also where the counter lacks the key */
  async fetch(): Promise<string> {
    const { folder, clock, random } = this.#deps;
    const seal = this.#sealing.get();
    if (seal === null) throw new FetchFailed('other_key');
    return fetchShipped({ relay: this.#relay, seal, folder, clock, random });
  }

  /** Ends what is under way, and resolves when nothing reads the journal any more. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    this.#opened?.db.close();
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) await this.#pause(this.#pauseAfter(await this.#tryStep()));
  }

  async #tryStep(): Promise<Step | 'no_key'> {
    try {
      this.#useKey(this.#deps.logKey());
      const seal = this.#sealing.get();
      return seal ? await this.#step(seal) : 'no_key';
    } catch (error) {
      this.#shipped = null;
      if (!this.#ending.signal.aborted)
        this.#deps.log.warn('the log could not be shipped', { fault: errorName(error) });
      return 'failed';
    }
  }

  /** What was sealed with the key before is to be replaced. */
  #useKey(key: Uint8Array | null): void {
    if (!key || !isSameKey(key, this.#key)) {
      this.#shipped = null;
      this.#copiedAt = null;
      this.#replacements = 0;
    }
    this.#key = key;
  }

  #pauseAfter(done: Step | 'no_key'): number {
    if (done !== 'failed') this.#backoff.reset();
    if (done === 'shipped') return 0;
    if (done === 'waiting') return lookEveryMs;
    if (done === 'no_key') return withoutKeyMs;
    if (done === 'differs') return differsPauseMs;
    return (this.#backoff.next() / 2) * (1 + (this.#deps.random.bytes(1)[0] ?? 0) / 256);
  }

  /** After a change of the key nothing of before holds: also what differed, or could not be shipped, is looked at again. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    for (let leftMs = ms; leftMs > 0 && !signal.aborted && isSameKey(this.#key, this.#deps.logKey()); ) {
      const stepMs = Math.min(withoutKeyMs, leftMs);
      await this.#deps.clock.sleep(stepMs, signal);
      leftMs -= stepMs;
    }
  }

  async #step(seal: Sealing): Promise<Step> {
    const { clock, relayAheadMs } = this.#deps;
    // A relay that was put back to an older copy lacks what it once had.
    if (clock.monotonic() >= this.#readAt) this.#shipped = null;
    const shipped = this.#shipped ?? (await this.#readShipped(seal));
    if (typeof shipped === 'string') return shipped;
    this.#shipped = shipped;
    if (shipped.through === 0 && readMeta(this.#open().db).headSeq > soonerCopied) return this.#shipCopy(seal, true);
    const done = await this.#shipBatch(seal, shipped);
    if (done !== 'waiting' || !isSnapshotDue(shipped, clock.now() + relayAheadMs()) || !this.#mayCopy(false))
      return done;
    return this.#shipCopy(seal, false);
  }

  /** What the relay has; else why nothing is shipped. */
  async #readShipped(seal: Sealing): Promise<ShippedLog | Step> {
    const { clock, log, onOlderJournal } = this.#deps;
    this.#readAt = clock.monotonic() + readEveryMs;
    const answer = await this.#relay.read();
    if (answer.kind !== 'answered') return 'failed';
    const { db } = this.#open();
    const comparison = compare(db, seal, answer.value);
    if (comparison === 'left') return this.#shipCopy(seal, true);
    if (comparison === 'matches') return answer.value;
    log.error('the journal is not the one that was shipped', { comparison });
    const head = headIn(answer.value);
    // Once it is dealt with, the journal has another series.
    if (head && answer.value.tag && seal.isTag(answer.value.tag, readMeta(db).terminal, head)) onOlderJournal(head);
    return 'differs';
  }

  async #shipBatch(seal: Sealing, shipped: ShippedLog): Promise<Step> {
    const { db, readBatch } = this.#open();
    const batch = readBatch(shipped.through);
    if (batch === null) return 'waiting';
    const { first, last, previous, head, plain } = batch;
    const tag = seal.tag(readMeta(db).terminal, { seq: last, hash: head });
    const sealed = seal.seal(['batch', first, last, previous, head], plain);
    const answer = await this.#relay.append({ first, last, previous, head, tag }, sealed);
    if (answer.kind === 'answered') {
      this.#shipped = { ...shipped, through: last, head, tag };
      return 'shipped';
    }
    // Lost, or the relay has something else than this counter believes: it is asked.
    this.#shipped = null;
    if (answer.kind === 'refused')
      this.#deps.log.warn('the relay does not take the log', { reason: answer.reason ?? 'other' });
    return 'failed';
  }

  /** @param isNew replaces all that was shipped; else batches are shipped meanwhile, up to the event of the copy at least */
  async #shipCopy(seal: Sealing, isNew: boolean): Promise<'shipped' | 'failed'> {
    if (isNew && !this.#mayCopy(isNew)) return 'failed';
    const { clock, random, log } = this.#deps;
    const { terminal } = readMeta(this.#open().db);
    const shipAll = async () => (isNew ? Number.MAX_SAFE_INTEGER : this.#shipBatches(seal));
    const { signal } = this.#ending;
    const request = { relay: this.#relay, seal, terminal, restart: isNew, shipAll, clock, random, log, signal };
    const copied = await this.#copyDatabase();
    const isDone = copied !== null && (await shipSnapshot(request, copied));
    this.#shipped = null;
    if (isDone) this.#copiedAt = clock.monotonic();
    if (isDone && isNew) this.#replacements += 1;
    return isDone ? 'shipped' : 'failed';
  }

  #mayCopy(isNew: boolean): boolean {
    const pauseMs = isNew
      ? Math.min(betweenCopiesMs, replacedAgainMs * 8 ** Math.max(0, this.#replacements - 1))
      : betweenCopiesMs;
    return this.#copiedAt === null || this.#deps.clock.monotonic() - this.#copiedAt >= pauseMs;
  }

  /** @returns the last event that the relay has */
  async #shipBatches(seal: Sealing): Promise<number> {
    for (let done: Step = 'shipped'; done === 'shipped'; )
      done = this.#shipped ? await this.#shipBatch(seal, this.#shipped) : 'failed';
    return this.#shipped?.through ?? 0;
  }

  /** As of one moment, as a backup is; null: it could not be made. */
  async #copyDatabase(): Promise<CopiedDatabase | null> {
    const { folder, journalPath: database, runTask, clock } = this.#deps;
    const place = shippingFolder(folder);
    const task = { task: 'copy', database, folder: place, makeFolder: true, at: isoNow(clock) } as const;
    const answer = await runTask(task, { withinMs: maxCopyMs, signal: this.#ending.signal });
    if (answer.kind !== 'copied') return null;
    const path = join(place, answer.file.file);
    const db = connect(path, true);
    try {
      return { path, head: headOf(db) };
    } finally {
      db.close();
    }
  }

  #open(): Opened {
    return (this.#opened ??= openJournal(this.#deps.journalPath));
  }
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
export async function shipSnapshot(request: ShipSnapshot, { path, head }: CopiedDatabase): Promise<boolean> {
  const { relay, seal, terminal, restart, shipAll, clock, random, log, signal } = request;
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
    for await (const plain of chunksOf(createReadStream(path).pipe(createPacking()), partBytes)) {
      const sealed = seal.seal(['snapshot', id, parts], plain);
      const index = parts;
      if (!(await patiently(() => relay.uploadPart(id, index, sealed)))) return false;
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
