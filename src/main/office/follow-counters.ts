import { join } from 'node:path';
import { z } from 'zod';
import type { OfficeState } from '../../shared/contract/office.ts';
import type { ShopCounters } from '../../shared/wire/office.ts';
import { createSerialQueue } from '../base/async.ts';
import { Backoff } from '../base/background-loop.ts';
import { type JsonFile, jsonFile } from '../base/json-file.ts';
import { errorName, isoNow } from '../base/system.ts';
import type { OfficeAtRelay } from '../relay-client/index.ts';
import { CounterFollower, type FollowDeps, type FollowedCounter } from './counter-follower.ts';

const KnownCounters = z.array(z.object({ mailbox: z.string(), name: z.string(), isRevoked: z.boolean() }));
type KnownCounters = z.infer<typeof KnownCounters>;

const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
const eraseEveryMs = 24 * 60 * 60_000;
/** A relay that answers at once, whatever the office knows, is not asked again at once. */
const leastPauseMs = 20;

/** Every counter of the shop. A new replica is fetched one at a time; those that are there are followed beside that. */
export class FollowedCounters {
  readonly #deps: FollowDeps;
  readonly #file: JsonFile<KnownCounters>;
  readonly #joins = createSerialQueue();
  readonly #ending = new AbortController();
  readonly #followers = new Map<string, CounterFollower>();
  readonly #backoff = new Backoff(firstBackoffMs, maxBackoffMs);
  readonly #running: Promise<void>;
  readonly #stopErasing: () => void;
  /** how many the file lists */
  #listed: number;
  #atRelay: Pick<OfficeState, 'relay' | 'at'>;
  /** of the counters, that was read last; null: they are to be read again */
  #version: string | null = null;
  /** under which they were read */
  #key: Uint8Array | null = null;

  private constructor(deps: FollowDeps, file: JsonFile<KnownCounters>, last: KnownCounters) {
    const { relay, clock } = deps;
    this.#deps = deps;
    this.#file = file;
    this.#atRelay = { relay: relay ? 'unreachable' : 'not_configured', at: null };
    for (const one of last) this.#add(one);
    this.#listed = this.#followers.size;
    this.#running = relay ? this.#run(relay) : Promise.resolve();
    this.#stopErasing = clock.every(eraseEveryMs, () => this.erase());
  }

  /** Follows them from what an earlier run has left. */
  static async open(deps: FollowDeps): Promise<FollowedCounters> {
    const file = jsonFile<KnownCounters>(join(deps.folder, 'counters.json'), KnownCounters);
    return new FollowedCounters(deps, file, (await file.read()) ?? []);
  }

  /** in the order in which the relay lists them */
  all(): readonly FollowedCounter[] {
    return [...this.#followers.values()];
  }

  relay(): Pick<OfficeState, 'relay' | 'at'> {
    return this.#atRelay;
  }

  /** An erasure is known that was not before: see eraseInReplica. */
  erase(): void {
    for (const follower of this.#followers.values()) follower.erase();
  }

  /** Ends what is under way, and closes the replicas. */
  async stop(): Promise<void> {
    this.#stopErasing();
    this.#ending.abort();
    await this.#running;
    for (const follower of this.#followers.values()) await follower.settled();
    for (const follower of this.#followers.values()) follower.close();
  }

  async #run(relay: OfficeAtRelay): Promise<void> {
    const { clock, logKey } = this.#deps;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const key = logKey();
      // What could not be opened with the key before may be read now.
      if (!key || !this.#key || !Buffer.from(this.#key).equals(key)) this.#version = null;
      this.#key = key;
      const answer = await relay.counters(this.#version, signal);
      if (signal.aborted) return;
      const isFailing = !(await this.#receive(answer));
      if (!isFailing) this.#backoff.reset();
      const pause = isFailing ? this.#backoff.next() : leastPauseMs;
      await clock.sleep(key === null ? Math.max(pause, firstBackoffMs) : pause, signal);
    }
  }

  /** @returns whether the relay has answered */
  async #receive(answer: Awaited<ReturnType<OfficeAtRelay['counters']>>): Promise<boolean> {
    if (answer.kind !== 'answered') {
      this.#setRelay(answer.kind === 'silent' ? 'unreachable' : 'no_office');
      return false;
    }
    this.#setRelay('reachable');
    this.#version = answer.value.version;
    await this.#learn(answer.value).catch((error: unknown) =>
      this.#deps.log.error('the list of counters could not be kept', { fault: errorName(error) }),
    );
    return true;
  }

  #setRelay(next: OfficeState['relay']): void {
    const isOther = this.#atRelay.relay !== next;
    this.#atRelay = { relay: next, at: next === 'reachable' ? isoNow(this.#deps.clock) : this.#atRelay.at };
    if (isOther) this.#deps.changed();
  }

  async #learn({ counters }: ShopCounters): Promise<void> {
    let isNew = false;
    for (const one of counters) {
      const isOther = (this.#followers.get(one.mailbox) ?? this.#add(one)).learn(one);
      isNew ||= isOther;
    }
    // A counter that the relay does not list any more stays, with what it has.
    const listed = new Set(counters.map(({ mailbox }) => mailbox));
    for (const follower of this.#followers.values()) {
      if (listed.has(follower.mailbox) || follower.isRevoked) continue;
      isNew = true;
      follower.revoke();
    }
    if (!isNew && this.#followers.size === this.#listed) return;
    this.#listed = this.#followers.size;
    const followers = [...this.#followers.values()];
    await this.#file.write(followers.map(({ mailbox, name, isRevoked }) => ({ mailbox, name, isRevoked })));
    this.#deps.changed();
  }

  #add(one: KnownCounters[number]): CounterFollower {
    const follower = new CounterFollower(one, this.#deps, this.#joins, this.#ending.signal);
    this.#followers.set(one.mailbox, follower);
    return follower;
  }
}
