import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { CounterId, OfficeCounter } from '../../shared/contract/office.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type Contact, type ShopCounters, silentAfterMs } from '../../shared/wire/office.ts';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import type { SerialQueue } from '../base/async.ts';
import { Backoff } from '../base/background-loop.ts';
import { CurrentSealing } from '../base/sealing.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { ReadableLog } from '../log-shipping/index.ts';
import type { OfficeAtRelay } from '../relay-client/index.ts';
import { cleanReplica, eraseInReplica, isEnded, type OfficeErasures } from './erase-in-replica.ts';
import { type CatchUp, isTriedAgain, Replica } from './replica.ts';

/** A counter of the shop, and the replica of its database. */
export interface FollowedCounter {
  readonly id: CounterId;
  readonly name: string;
  readonly isRevoked: boolean;
  readonly state: OfficeCounter['state'];
  /** as the office says it */
  readonly silentSince?: OfficeCounter['silentSince'];
  /** null: nothing of it was fetched yet */
  file(): { path: string; db: Database.Database } | null;
}

export interface FollowDeps {
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

const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
/** the pause after a replica's file was rewritten, by how long that took */
const cleanRest = 20;

/** A counter as an earlier run of the office has left it. */
export interface KnownCounter extends Pick<FollowedCounter, 'name' | 'isRevoked'> {
  mailbox: string;
}

/** Reveals no mailbox's id, and is no path. */
export const counterIdOf = (mailbox: string): CounterId =>
  createHash('sha256').update(`konter office counter ${mailbox}`).digest('hex').slice(0, 24);

/** The work for one counter. Its public fields are what the office says of it. */
export class CounterFollower implements FollowedCounter {
  readonly mailbox: string;
  readonly id: CounterId;
  name: string;
  isRevoked: boolean;
  state: OfficeCounter['state'];
  silentSince: OfficeCounter['silentSince'];
  readonly #deps: FollowDeps;
  readonly #joins: SerialQueue;
  readonly #signal: AbortSignal;
  readonly #replica: Replica;
  #relay: ReadableLog | null = null;
  readonly #sealing: CurrentSealing;
  /** what the relay said last; it is worked on until nothing newer came */
  #log: ShippedLog | null = null;
  /** when the relay stored a part of its log last; null: never, or not known since the start */
  #storedAt: string | null = null;
  /** on the office's clock, when it is known to have polled last; null: not known */
  #contactAt: number | null = null;
  #working: Promise<void> | null = null;
  readonly #backoff = new Backoff(firstBackoffMs, maxBackoffMs);
  /** ends the pause after a failure; null: there is none that the relay's next answer ends */
  #pause: AbortController | null = null;
  /** all that the relay has of it was read once: nothing more comes before what is erased */
  #isRead = false;
  /** Raised so that all known erasures are repeated. */
  #eraseRound = 0;
  /** the replica, and how it was asked for, in which all known erasures were repeated last; null: none */
  #erasedIn: string | null = null;
  /** on the monotonic clock, when its file may be rewritten again */
  #cleanAt = 0;

  /** @param joins in which new replicas are fetched @param signal ends what is under way */
  constructor({ mailbox, name, isRevoked }: KnownCounter, deps: FollowDeps, joins: SerialQueue, signal: AbortSignal) {
    const { folder, clock, random, replaced } = deps;
    const id = counterIdOf(mailbox);
    this.mailbox = mailbox;
    this.id = id;
    this.name = name;
    this.isRevoked = isRevoked;
    this.#deps = deps;
    this.#sealing = new CurrentSealing(deps.logKey, mailbox, random);
    this.#joins = joins;
    this.#signal = signal;
    const applied = (sales: readonly Transaction[]): void => deps.applied(id, sales);
    this.#replica = new Replica({ folder: join(folder, id), clock, random, applied, replaced });
    this.state = isRevoked ? 'revoked' : this.#replica.file() ? 'behind' : 'joining';
  }

  file(): ReturnType<Replica['file']> {
    return this.#replica.file();
  }

  /** What the relay says of it. @returns whether its entry is another */
  learn({ name, isRevoked, log, storedAt, contact }: ShopCounters['counters'][number]): boolean {
    const isOther = this.name !== name || this.isRevoked !== isRevoked;
    this.name = name;
    this.isRevoked = isRevoked;
    this.#log = log;
    this.#storedAt = storedAt ?? null;
    this.#learnContact(contact);
    this.#pause?.abort();
    this.#begin();
    return isOther;
  }

  /** A poll before the relay's start, of which the relay knows no more, still counts here. */
  #learnContact(contact: Contact | undefined): void {
    const before = this.silentSince;
    if (!contact || this.isRevoked) {
      this.silentSince = undefined;
    } else {
      const at = this.#deps.clock.now() - contact.silentMs;
      this.#contactAt = contact.isAtLeast ? (this.#contactAt ?? at) : at;
      // The moment stays while it is silent: each answer would move it by the time that the answer took.
      if (contact.silentMs >= silentAfterMs) this.silentSince ??= new Date(this.#contactAt).toISOString();
      else if (!contact.isAtLeast) this.silentSince = null;
    }
    if (this.silentSince !== before) this.#deps.changed();
  }

  /** The relay does not list it any more: there is nothing more of it to read. */
  revoke(): void {
    this.isRevoked = true;
    this.silentSince = undefined;
    this.#isRead = true;
    this.#setState('revoked');
    this.#begin();
  }

  /** Where it is worked on now, it is begun again with the relay's next answer. */
  erase(): void {
    this.#eraseRound += 1;
    this.#begin();
  }

  /** resolves when nothing is under way */
  async settled(): Promise<void> {
    await this.#working;
  }

  close(): void {
    this.#replica.close();
  }

  #begin(): void {
    this.#working ??= this.#work();
  }

  /** What failed is tried again by itself: the others are followed meanwhile. Never rejects. */
  async #work(): Promise<void> {
    let isFailed: boolean;
    do {
      isFailed = await this.#tryAll();
      if (isFailed) await this.#rest();
      else this.#backoff.reset();
    } while ((isFailed || this.#log) && !this.#signal.aborted);
    this.#working = null;
  }

  async #rest(): Promise<void> {
    const { clock } = this.#deps;
    const isOfRelay = this.state !== 'not_stored';
    this.#pause = isOfRelay ? new AbortController() : null;
    const signal = this.#pause ? AbortSignal.any([this.#signal, this.#pause.signal]) : this.#signal;
    await clock.sleep(this.#backoff.next(), signal);
    this.#pause = null;
  }

  /** @returns whether something of it failed, and is to be tried again */
  async #tryAll(): Promise<boolean> {
    try {
      const isFailed = await this.#catchUpAll();
      await this.#eraseIn();
      await this.#clean();
      return isFailed;
    } catch (error) {
      this.#deps.log.error('a counter could not be followed', { counter: this.id, fault: errorName(error) });
      return true;
    }
  }

  /** Until nothing newer came. @returns whether it failed */
  async #catchUpAll(): Promise<boolean> {
    for (let shippedLog = this.#log; shippedLog && !this.#signal.aborted; shippedLog = this.#log) {
      const result = await this.#catchUp(shippedLog);
      this.#setState(this.#stateAfter(result));
      if (isTriedAgain(result)) {
        const { through } = shippedLog;
        this.#deps.log.warn('what a counter shipped could not be read', { counter: this.id, through, result });
        return true;
      }
      this.#isRead = true;
      if (this.#log === shippedLog) this.#log = null;
    }
    return false;
  }

  async #catchUp(shippedLog: ShippedLog): Promise<CatchUp> {
    const { relay } = this.#deps;
    const seal = this.#sealing.get();
    if (!relay || seal === null) return shippedLog.through === 0 ? 'empty' : 'other_key';
    this.#relay ??= relay.logOf(this.mailbox, this.#signal);
    const from = { relay: this.#relay, seal, signal: this.#signal };
    const bringUp = (): Promise<CatchUp> => this.#replica.catchUp(shippedLog, from);
    return this.#replica.file() ? bringUp() : this.#joins(bringUp);
  }

  #setState(state: OfficeCounter['state']): void {
    if (this.state === state) return;
    this.state = state;
    this.#deps.changed();
  }

  #stateAfter(result: CatchUp): OfficeCounter['state'] {
    if (this.isRevoked) return 'revoked';
    switch (result) {
      case 'empty':
      case 'other_key':
      case 'damaged':
      case 'newer':
      case 'not_stored':
      case 'too_large':
        return result;
      case 'waiting':
        return 'joining';
      case 'followed':
        return 'following';
      case 'silent':
        return this.#replica.file() ? 'behind' : this.state === 'empty' ? 'joining' : this.state;
    }
  }

  async #eraseIn(): Promise<void> {
    const { erasures, clock, log } = this.#deps;
    const file = this.#isRead ? this.#replica.file() : null;
    const key = JSON.stringify([file?.path, this.isRevoked, this.#eraseRound]);
    const relayNow = clock.now() + erasures.aheadMs();
    const shipping = { isRevoked: this.isRevoked, storedAt: this.#storedAt, relayNow };
    if (!file || this.#erasedIn === key || !isEnded(shipping)) return;
    const erased = await eraseInReplica({ ...erasures, ...file, ...shipping, clock, log, signal: this.#signal });
    if (erased === null || this.#signal.aborted) return;
    // A run that ended before the index had forgotten it may have erased the rest.
    if (erased > 0 || this.#erasedIn === null) this.#deps.erased();
    this.#erasedIn = key;
  }

  /** Rewriting a large file takes long: it does so for a small part of the time, however much the counter erases. */
  async #clean(): Promise<void> {
    const { erasures, clock, log } = this.#deps;
    const file = this.#replica.file();
    const startedAt = clock.monotonic();
    if (!file || startedAt < this.#cleanAt) return;
    await cleanReplica({ ...file, runTask: erasures.runTask, clock, log, signal: this.#signal });
    const endedAt = clock.monotonic();
    this.#cleanAt = endedAt + cleanRest * (endedAt - startedAt);
  }
}
