import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CounterId, OfficeCounter, OfficeState } from '../../shared/contract/office.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ShopCounters } from '../../shared/wire/office.ts';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import { createSerialQueue } from '../base/async.ts';
import { jsonFile } from '../base/json-file.ts';
import { createSealing, type Sealing } from '../base/sealing.ts';
import { type Clock, errorName, isoNow, type Log, type Random } from '../base/system.ts';
import { type ReadableLog } from '../log-shipping/index.ts';
import type { OfficeAtRelay } from '../relay-client/index.ts';
import { cleanReplica, eraseInReplica, isEnded, type OfficeErasures } from './erase-in-replica.ts';
import { type CatchUp, Replica } from './replica.ts';

/** A counter of the shop, and the replica of its database. */
export interface FollowedCounter {
  readonly id: CounterId;
  readonly name: string;
  readonly isRevoked: boolean;
  readonly state: OfficeCounter['state'];
  /** null: nothing of it was fetched yet */
  file(): { path: string; db: Database.Database } | null;
}

export interface FollowedCounters {
  /** in the order in which the relay lists them */
  all(): readonly FollowedCounter[];
  relay(): Pick<OfficeState, 'relay' | 'at'>;
  /** An erasure is known that was not before: see eraseInReplica. */
  erase(): void;
  /** ends what is under way, and closes the replicas */
  stop(): Promise<void>;
}

interface FollowDeps {
  /** null: the connection is not set */
  relay: OfficeAtRelay | null;
  /** derived from the shop's key for its log; null: the office lacks the key */
  logKey(): Uint8Array | null;
  /** of the replicas */
  folder: string;
  clock: Clock;
  random: Random;
  log: Log;
  /** The state of a counter, or the relay's, is another. */
  changed(): void;
  applied(counter: CounterId, sales: readonly Transaction[]): void;
  /** Sales of a replica were erased, or may have been in an earlier run. */
  erased(): void;
  /** the file of a replica is another one: its readers are to close the one before */
  replaced(): Promise<void>;
  erasures: OfficeErasures;
}

const Known = z.array(z.object({ mailbox: z.string(), name: z.string(), isRevoked: z.boolean() }));
type Known = z.infer<typeof Known>;

const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
const eraseEveryMs = 24 * 60 * 60_000;
/** the pause after a replica's file was rewritten, by how long that took */
const cleanRest = 20;
/** A relay that answers at once, whatever the office knows, is not asked again at once. */
const leastPauseMs = 20;

/** Tells no mailbox's id, and is no path. */
export const counterIdOf = (mailbox: string): CounterId =>
  createHash('sha256').update(`konter office counter ${mailbox}`).digest('hex').slice(0, 24);

interface Entry {
  mailbox: string;
  name: string;
  isRevoked: boolean;
  state: OfficeCounter['state'];
  replica: Replica;
  relay: ReadableLog | null;
  seal: { key: Uint8Array; sealing: Sealing } | null;
  /** what the relay said last; it is worked on until nothing newer came */
  log: ShippedLog | null;
  /** when the relay stored a part of its log last; null: never, or not known since the start */
  storedAt: string | null;
  working: Promise<void> | null;
  failed: boolean;
  /** all that the relay has of it was read once: nothing more comes before what is erased */
  isRead: boolean;
  /** the replica, and how it was asked for, in which all known erasures were repeated last; null: none */
  erasedIn: string | null;
  /** on the monotonic clock, when its file may be rewritten again */
  cleanAt: number;
}

/**
 * Follows every counter of the shop, from what an earlier run has left. A new replica is fetched one at a time; those that are there are
 * followed beside that.
 */
export async function followCounters(deps: FollowDeps): Promise<FollowedCounters> {
  const { relay, folder, clock, random, log } = deps;
  const ending = new AbortController();
  const { signal } = ending;
  const file = jsonFile<Known>(join(folder, 'counters.json'), Known);
  const joins = createSerialQueue();
  const entries = new Map<string, Entry>();
  /** Raised so that all known erasures are repeated. */
  let eraseRound = 0;
  let atRelay: Pick<OfficeState, 'relay' | 'at'> = { relay: relay ? 'unreachable' : 'not_configured', at: null };

  const add = ({ mailbox, name, isRevoked }: Known[number]): Entry => {
    const id = counterIdOf(mailbox);
    const replica = new Replica({
      folder: join(folder, id),
      clock,
      random,
      applied: (sales) => deps.applied(id, sales),
      replaced: deps.replaced,
    });
    const state = isRevoked ? 'revoked' : replica.file() ? 'behind' : 'joining';
    const own = { mailbox, name, isRevoked, state, replica } as const;
    const now = { log: null, storedAt: null, working: null, failed: false, isRead: false, erasedIn: null, cleanAt: 0 };
    const entry: Entry = { ...own, relay: null, seal: null, ...now };
    entries.set(mailbox, entry);
    return entry;
  };
  const setState = (entry: Entry, state: OfficeCounter['state']): void => {
    if (entry.state === state) return;
    entry.state = state;
    deps.changed();
  };
  const sealingOf = (entry: Entry): Sealing | null => {
    const key = deps.logKey();
    if (key === null) return null;
    if (!entry.seal || !Buffer.from(entry.seal.key).equals(key)) {
      entry.seal = { key, sealing: createSealing(key, entry.mailbox, random) };
    }
    return entry.seal.sealing;
  };
  const catchUp = async (entry: Entry, said: ShippedLog): Promise<CatchUp> => {
    const seal = sealingOf(entry);
    if (!relay || seal === null) return said.through === 0 ? 'empty' : 'other_key';
    entry.relay ??= relay.logOf(entry.mailbox, signal);
    const from = { relay: entry.relay, seal, signal };
    const bringUp = (): Promise<CatchUp> => entry.replica.catchUp(said, from);
    return entry.replica.file() ? bringUp() : joins(bringUp);
  };
  const relayNow = (): number => clock.now() + deps.erasures.aheadMs();
  /** Rewriting a large file takes long: it does so for a small part of the time, however much the counter erases. */
  const clean = async (entry: Entry): Promise<void> => {
    const file = entry.replica.file();
    const startedAt = clock.monotonic();
    if (!file || startedAt < entry.cleanAt) return;
    await cleanReplica({ ...file, runTask: deps.erasures.runTask, clock, log, signal });
    const endedAt = clock.monotonic();
    entry.cleanAt = endedAt + cleanRest * (endedAt - startedAt);
  };
  const eraseIn = async (entry: Entry): Promise<void> => {
    const { replica, isRevoked, isRead, storedAt } = entry;
    const file = isRead ? replica.file() : null;
    const asked = JSON.stringify([file?.path, isRevoked, eraseRound]);
    const shipping = { isRevoked, storedAt, relayNow: relayNow() };
    if (!file || entry.erasedIn === asked || !isEnded(shipping)) return;
    const erased = await eraseInReplica({ ...deps.erasures, ...file, ...shipping, clock, log, signal });
    if (erased === null || signal.aborted) return;
    // A run that ended before the index had forgotten it may have erased the rest.
    if (erased > 0 || entry.erasedIn === null) deps.erased();
    entry.erasedIn = asked;
  };
  const work = async (entry: Entry): Promise<void> => {
    do {
      for (let said = entry.log; said && !signal.aborted; said = entry.log) {
        const result = await catchUp(entry, said);
        entry.failed = result === 'silent';
        entry.isRead ||= !entry.failed;
        if (result === 'silent') log.warn('what a counter shipped could not be read', { through: said.through });
        // Where it failed, the next answer brings it again.
        if (entry.log === said) entry.log = null;
        setState(entry, stateAfter(entry, result));
      }
      await eraseIn(entry);
      await clean(entry);
    } while (entry.log && !signal.aborted);
    entry.working = null;
  };
  const begin = (entry: Entry): void => {
    entry.working ??= work(entry).catch((error: unknown) => {
      entry.working = null;
      entry.failed = true;
      log.error('a counter could not be followed', { fault: errorName(error) });
    });
  };
  /** Those that are worked on now are begun again with the relay's next answer. */
  const erase = (): void => {
    eraseRound += 1;
    for (const entry of entries.values()) begin(entry);
  };
  const learn = async ({ counters }: ShopCounters): Promise<void> => {
    let isNew = false;
    for (const one of counters) {
      const entry = entries.get(one.mailbox) ?? add(one);
      const { name, isRevoked } = one;
      if (entry.name !== name || entry.isRevoked !== isRevoked) {
        Object.assign(entry, { name, isRevoked });
        isNew = true;
      }
      entry.log = one.log;
      entry.storedAt = one.storedAt ?? null;
      begin(entry);
    }
    // A counter that the relay does not list any more stays, with what it has.
    const listed = new Set(counters.map(({ mailbox }) => mailbox));
    for (const entry of entries.values()) {
      if (listed.has(entry.mailbox) || entry.isRevoked) continue;
      // There is nothing more of it to read.
      Object.assign(entry, { isRevoked: true, isRead: true });
      isNew = true;
      setState(entry, 'revoked');
      begin(entry);
    }
    if (isNew || entries.size !== kept) {
      kept = entries.size;
      await file.write([...entries.values()].map(({ mailbox, name, isRevoked }) => ({ mailbox, name, isRevoked })));
      deps.changed();
    }
  };
  const setRelay = (next: OfficeState['relay']): void => {
    const isOther = atRelay.relay !== next;
    atRelay = { relay: next, at: next === 'reachable' ? isoNow(clock) : atRelay.at };
    if (isOther) deps.changed();
  };
  const run = async (from: OfficeAtRelay): Promise<void> => {
    let known: string | null = null;
    let knownUnder: Uint8Array | null = null;
    let failures = 0;
    while (!signal.aborted) {
      const key = deps.logKey();
      // What could not be opened with the key before may be read now.
      if (!key || !knownUnder || !Buffer.from(knownUnder).equals(key)) known = null;
      knownUnder = key;
      if ([...entries.values()].some(({ failed }) => failed)) known = null;
      const answer = await from.counters(known, signal);
      if (signal.aborted) return;
      const isAnswered = answer.kind === 'answered';
      setRelay(isAnswered ? 'reachable' : answer.kind === 'silent' ? 'unreachable' : 'no_office');
      if (isAnswered) {
        known = answer.value.version;
        await learn(answer.value).catch((error: unknown) =>
          log.error('the list of counters could not be kept', {
            fault: errorName(error),
          }),
        );
      }
      const isFailing = !isAnswered || [...entries.values()].some(({ failed }) => failed);
      failures = isFailing ? failures + 1 : 0;
      const pause = isFailing ? Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures - 1, 10)) : leastPauseMs;
      await clock.sleep(key === null ? Math.max(pause, firstBackoffMs) : pause, signal);
    }
  };

  for (const known of (await file.read()) ?? []) add(known);
  let kept = entries.size;
  const running = relay ? run(relay) : Promise.resolve();
  const stopErasing = clock.every(eraseEveryMs, erase);
  return {
    all: () =>
      [...entries.values()].map(({ mailbox, name, isRevoked, state, replica }) => ({
        id: counterIdOf(mailbox),
        name,
        isRevoked,
        state,
        file: () => replica.file(),
      })),
    relay: () => atRelay,
    erase,
    async stop() {
      stopErasing();
      ending.abort();
      await running;
      for (const { working } of entries.values()) await working;
      for (const { replica } of entries.values()) replica.close();
    },
  };
}

function stateAfter({ isRevoked, replica, state }: Entry, result: CatchUp): OfficeCounter['state'] {
  if (isRevoked) return 'revoked';
  switch (result) {
    case 'empty':
    case 'other_key':
    case 'damaged':
    case 'newer':
      return result;
    case 'waiting':
      return 'joining';
    case 'followed':
      return 'following';
    case 'silent':
      return replica.file() ? 'behind' : state === 'empty' ? 'joining' : state;
  }
}
