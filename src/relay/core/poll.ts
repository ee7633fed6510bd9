import { isUtf8 } from 'node:buffer';
import type { RelayAcked, RelayEvent, RelayPage } from '../../shared/wire/relay.ts';
import type { Admit } from './admit.ts';
import type { Counts, Gauges } from './counts.ts';
import type { CursorPosition, Cursors } from './cursor.ts';
import type { Clock } from './ports.ts';
import type { Readers } from './readers.ts';
import type { Line } from './seat.ts';
import type { KeptWebhook, Part, Store } from './store.ts';
import type { UnverifiedWebhooks } from './unverified.ts';

/** Of bodies in one page; the first webhook is in it whatever its size. */
const mostBodyBytes = 1024 * 1024;

export interface Poll {
  mailbox: string;
  token: string;
  /** null: from the oldest */
  after: string | null;
  limit: number;
  waitMs: number;
  /** aborts when the client went away */
  line: Line;
}

export type PollAnswer =
  | { kind: 'page'; page: RelayPage }
  | { kind: 'unauthorised' }
  /** not a cursor of this mailbox in this database */
  | { kind: 'bad_cursor' }
  /** webhooks behind the cursor were dropped, or may have been lost; `oldest` is the cursor to go on from, null: from the oldest */
  | { kind: 'gone'; oldest: string | null; acked?: RelayAcked | undefined }
  /** a newer poll took the mailbox */
  | { kind: 'taken' };

const beginning: CursorPosition = { place: 0, check: null };

/** Worth an answer before the time is up. */
const isNews = (answer: PollAnswer): boolean => answer.kind !== 'page' || answer.page.events.length > 0;
/** Anybody can cause a refused webhook: for those alone a poll is held at least this long. */
const leastHeldMs = 2_000;

/** The long poll: answers at once when something is behind the cursor, else when it comes or the time is up. */
export function createPoll(parts: {
  store: Store;
  admit: Admit;
  clock: Clock;
  cursors: Cursors;
  readers: Readers;
  unverified: Omit<UnverifiedWebhooks, 'add' | 'replace'>;
  counts: Counts;
  gauges: Gauges;
}): (poll: Poll) => Promise<PollAnswer> {
  const { store, admit, clock, cursors, readers, unverified, counts, gauges } = parts;

  const look = async (poll: Poll, { place, check }: CursorPosition): Promise<PollAnswer> => {
    const part = await store.part(poll.mailbox, place, poll.limit + 1, check);
    if (part === null) return { kind: 'unauthorised' };
    if (place > part.newest) return { kind: 'bad_cursor' };
    // Also for one that has no cursor yet: whoever starts from the oldest must know that there was something older.
    const acked = ackedOf(poll.mailbox, place, part);
    if (place < part.droppedTo || !part.cursorMatches) {
      return { kind: 'gone', oldest: oldestOf(poll.mailbox, part), acked };
    }
    const page = pageOf(cursors, poll.mailbox, part.kept, poll.limit);
    page.next ??= poll.after;
    const refused = unverified.of(poll.mailbox);
    if (refused.length > 0) page.unverified = [...refused];
    if (acked) page.acked = acked;
    return { kind: 'page', page };
  };

  const oldestOf = (mailbox: string, { droppedTo, droppedCheck }: Part): string | null =>
    droppedTo === 0 ? null : cursors.write(mailbox, { place: droppedTo, check: droppedCheck });

  const ackedOf = (mailbox: string, place: number, { acked, droppedTo, cursorMatches }: Part): RelayAcked | undefined =>
    acked && {
      cursor: cursors.write(mailbox, { place: acked.place, check: null }),
      counter: acked.counter,
      // A cursor whose webhook is not here says that this database is the older one.
      beyond: acked.place > place && (cursorMatches || place < droppedTo),
    };

  const delivered = (answer: PollAnswer): PollAnswer => {
    if (answer.kind !== 'page') return answer;
    const now = clock.now();
    for (const { receivedAt } of answer.page.events) gauges.delivered(now - Date.parse(receivedAt));
    counts.delivered += answer.page.events.length;
    return answer;
  };

  // One frame, not one that waits for another: ten thousand of them are held at once.
  return async (poll) => {
    if (!(await admit(poll))) return { kind: 'unauthorised' };
    poll.line.admitted?.();
    const position = poll.after === null ? beginning : cursors.read(poll.mailbox, poll.after);
    if (position === null) return { kind: 'bad_cursor' };
    const seat = readers.sit(poll.mailbox, poll.line);
    const began = clock.now();
    const until = began + poll.waitMs;
    try {
      const taking = seat.ended() === null ? store.take(poll.mailbox) : null;
      // Before any answer: a poll that follows on it, at whatever copy, has the higher turn.
      if (taking !== null) seat.tookAt(await taking);
      for (;;) {
        const revision = unverified.revision(poll.mailbox);
        const answer = await look(poll, position);
        if (seat.ended() === 'taken') return { kind: 'taken' };
        // Clamped, so that a clock set back cannot make a poll wait longer than was asked.
        const left = Math.min(until - clock.now(), poll.waitMs);
        const isRefused = unverified.isUndelivered(poll.mailbox);
        const patience = isRefused ? Math.min(left, leastHeldMs - (clock.now() - began)) : left;
        const isDue = isNews(answer) || patience <= 0 || seat.ended() !== null;
        const how = isDue ? null : await seat.wait(patience);
        if (seat.ended() === 'taken') return { kind: 'taken' };
        if (how !== 'woken') {
          if (answer.kind === 'page' && seat.ended() === null) unverified.delivered(poll.mailbox, revision);
          return delivered(answer);
        }
        // Its token may have been changed while it was held.
        if (!(await admit(poll))) return { kind: 'unauthorised' };
      }
    } finally {
      readers.leave(poll.mailbox, seat);
    }
  };
}

function eventOf(cursor: string, kept: KeptWebhook): RelayEvent {
  const { ref, event, signature, receivedAt } = kept;
  const body = Buffer.from(kept.body);
  const exact = isUtf8(body);
  return {
    cursor,
    ref,
    receivedAt,
    event,
    signature,
    body: body.toString(exact ? 'utf8' : 'base64'),
    bodyEncoding: exact ? 'utf8' : 'base64',
  };
}

/** @param kept one more than `limit` where there is more */
function pageOf(cursors: Cursors, mailbox: string, kept: readonly KeptWebhook[], limit: number): RelayPage {
  const events: RelayEvent[] = [];
  let bytes = 0;
  for (const one of kept.slice(0, limit)) {
    bytes += one.body.length;
    if (events.length > 0 && bytes > mostBodyBytes) break;
    events.push(eventOf(cursors.write(mailbox, one), one));
  }
  return { events, next: events.at(-1)?.cursor ?? null, more: events.length < kept.length };
}
