import type { RelayPage } from '../../shared/wire/relay.ts';
import type { Counts } from './counts.ts';
import type { Cursors } from './cursor.ts';
import { pageOf } from './page.ts';
import type { Clock } from './ports.ts';
import type { Readers, Seat } from './readers.ts';
import type { Store } from './store.ts';
import { tokenFits } from './token.ts';

export interface Poll {
  mailbox: string;
  token: string;
  /** null: from the oldest */
  after: string | null;
  limit: number;
  waitMs: number;
  /** aborts when the client went away */
  signal: AbortSignal;
}

export type PollAnswer =
  | { kind: 'page'; page: RelayPage }
  | { kind: 'unauthorised' }
  /** not a cursor of this mailbox in this database */
  | { kind: 'bad_cursor' }
  /** webhooks behind the cursor were dropped; `oldest` is the cursor to go on from */
  | { kind: 'gone'; oldest: string }
  /** a newer poll took the mailbox */
  | { kind: 'taken' };

/** The long poll: answers at once when something is behind the cursor, else when it comes or the time is up. */
export function createPoll(parts: {
  store: Store;
  clock: Clock;
  cursors: Cursors;
  readers: Readers;
  counts: Counts;
}): (poll: Poll) => Promise<PollAnswer> {
  const { store, clock, cursors, readers, counts } = parts;

  const look = async (poll: Poll, place: number): Promise<PollAnswer> => {
    const reading = await store.reading(poll.mailbox);
    if (reading === null) return { kind: 'unauthorised' };
    if (place > reading.newest) return { kind: 'bad_cursor' };
    // Also for one that has no cursor yet: whoever starts from the oldest must know that there was something older.
    if (place < reading.droppedTo) {
      return { kind: 'gone', oldest: cursors.write(poll.mailbox, reading.droppedTo) };
    }
    const kept = await store.read(poll.mailbox, place, poll.limit + 1);
    const page = pageOf(cursors, poll.mailbox, kept, poll.limit);
    counts.delivered += page.events.length;
    return { kind: 'page', page: { ...page, next: page.next ?? poll.after } };
  };

  const hold = async (poll: Poll, place: number, seat: Seat): Promise<PollAnswer> => {
    const until = clock.now() + poll.waitMs;
    for (;;) {
      const answer = await look(poll, place);
      if (seat.ended() === 'taken') return { kind: 'taken' };
      if (answer.kind !== 'page' || answer.page.events.length > 0) return answer;
      // Clamped, so that a clock set back cannot make a poll wait longer than was asked.
      const left = Math.min(until - clock.now(), poll.waitMs);
      if (left <= 0 || seat.ended() !== null) return answer;
      const how = await seat.wait(left);
      if (seat.ended() === 'taken') return { kind: 'taken' };
      if (how !== 'woken') return answer;
    }
  };

  return async (poll) => {
    const reading = await store.reading(poll.mailbox);
    if (!tokenFits(poll.token, reading?.tokenHash ?? null)) return { kind: 'unauthorised' };
    const place = poll.after === null ? 0 : cursors.read(poll.mailbox, poll.after);
    if (place === null) return { kind: 'bad_cursor' };
    const seat = readers.sit(poll.mailbox, poll.signal);
    try {
      return await hold(poll, place, seat);
    } finally {
      seat.leave();
    }
  };
}
