import { randomBytes } from 'node:crypto';
import type { KonterEvent } from '../../shared/contract/events.ts';
import { eventKey } from '../app/event-key.ts';

export interface Told {
  /** the place behind this event, for Last-Event-ID */
  place: string;
  event: KonterEvent;
}

/**
 * What was told, for pages whose line was down: the newest event about each sale, in order. Bounded; whoever asks for
 * more than is kept has to load anew.
 */
export class EventHistory {
  readonly #run = randomBytes(6).toString('base64url');
  readonly #limit: number;
  readonly #kept = new Map<string, Told & { seq: number }>();
  #seq = 0;
  #forgotten = 0;

  /** @param limit how many sales are remembered */
  constructor(limit = 1000) {
    this.#limit = limit;
  }

  /** The present place: what is told from now on lies behind it. */
  place(): string {
    return `${this.#run}.${this.#seq}`;
  }

  record(event: KonterEvent): Told {
    this.#seq += 1;
    const told = { seq: this.#seq, place: this.place(), event };
    const key = eventKey(event);
    // Deleted first, so that the map stays in the order of telling.
    this.#kept.delete(key);
    this.#kept.set(key, told);
    if (this.#kept.size > this.#limit) this.#forgetOldest();
    return told;
  }

  /** Everything told behind a place, oldest first; null when some of it is forgotten or the place is not ours. */
  after(place: string): Told[] | null {
    const [run, seqText] = place.split('.');
    const seq = Number(seqText);
    if (run !== this.#run || !Number.isSafeInteger(seq) || seq < this.#forgotten || seq > this.#seq) return null;
    return [...this.#kept.values()].filter((told) => told.seq > seq);
  }

  #forgetOldest(): void {
    for (const [key, told] of this.#kept) {
      this.#kept.delete(key);
      this.#forgotten = told.seq;
      return;
    }
  }
}
