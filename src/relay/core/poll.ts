import { isUtf8 } from 'node:buffer';
import { createBatcher } from '../../server/async.ts';
import type { Clock } from '../../server/ports.ts';
import type { RelayAcked, RelayErase, RelayEvent, RelayPage } from '../../shared/wire/relay.ts';
import { isOfStart, type ShopOfMailbox } from '../../shared/wire/shop.ts';
import type { CursorPosition, Cursors } from './cursor.ts';
import type { Authenticate } from './directory.ts';
import type { HeldPolls, PollSignal } from './held-polls.ts';
import type { Counters, Histograms } from './ports.ts';
import { type Ack, isErased, type MailboxPage, type Reader, type Store, type StoredWebhook } from './store.ts';
import type { UnverifiedWebhooks } from './unverified.ts';

/** Bytes of bodies in one page; the first webhook is in it whatever its size. */
const maxPageBytes = 1024 * 1024;
/** Anyone can cause an unverified webhook, and a restore may stay: for those alone a poll is held at least this long. */
const minHeldMs = 2_000;
/** After a start, which is over soon, and holds sales back before. */
const minHeldAfterStartMs = 300;

export interface Poll {
  mailbox: string;
  token: string;
  /** null: from the oldest */
  after: string | null;
  limit: number;
  waitMs: number;
  /** the newest notice that the counter knows of: a newer one ends the poll; absent: it asks for none */
  notices?: number | undefined;
  /** absent: it does not name itself, and ends an older poll of any */
  reader?: Reader | undefined;
  /** aborts when the client disconnects */
  signal: PollSignal;
}

export type PollAnswer =
  | { kind: 'page'; page: RelayPage }
  /** "bad_cursor": none of this mailbox in this database; "taken": a newer poll, or another reader, reads the mailbox */
  | { kind: 'unauthorised' | 'bad_cursor' | 'taken' }
  /** webhooks after the cursor were pruned, or may be lost; `oldest` is the cursor to continue from, null: from the oldest */
  | {
      kind: 'gone';
      oldest: string | null;
      acked?: RelayAcked | undefined;
      shop?: ShopOfMailbox | undefined;
    };

const beginning: CursorPosition = { sequence: 0, check: null };

/** The long poll: answers at once if there are webhooks after the cursor, else when some arrive or the time is up. */
export function createPoll(deps: {
  store: Store;
  authenticate: Authenticate;
  clock: Clock;
  cursors: Cursors;
  polls: Pick<HeldPolls, 'hold' | 'release'>;
  unverified: Omit<UnverifiedWebhooks, 'add' | 'replace'>;
  counters: Counters;
  histograms: Histograms;
}): (poll: Poll) => Promise<PollAnswer> {
  const { store, authenticate, clock, cursors, polls, unverified, counters, histograms } = deps;

  const read = async (poll: Poll, { sequence, check }: CursorPosition): Promise<PollAnswer> => {
    const { mailbox, limit } = poll;
    const content = await store.readPage(mailbox, sequence, limit + 1, check);
    if (content === null) return { kind: 'unauthorised' };
    if (sequence > content.newest) return { kind: 'bad_cursor' };
    const acked = ackedOf(cursors, mailbox, sequence, content);
    const { prunedThrough, prunedCheck, cursorMatches, shop, webhooks } = content;
    // Also for a poll without a cursor: it starts from the oldest, and must learn that there was something older.
    if (sequence < prunedThrough || !cursorMatches) {
      const position = { sequence: prunedThrough, check: prunedCheck };
      return { kind: 'gone', oldest: prunedThrough === 0 ? null : cursors.write(mailbox, position), acked, shop };
    }
    // Reported like pruned ones, but only these: the counter may lack what comes behind them.
    const firstWhole = webhooks.findIndex((webhook) => !isErased(webhook));
    const erased = webhooks.at(firstWhole === -1 ? -1 : firstWhole - 1);
    if (erased && firstWhole !== 0) return { kind: 'gone', oldest: cursors.write(mailbox, erased), acked, shop };
    const page = pageOf(cursors, mailbox, webhooks, limit);
    page.next ??= poll.after;
    const refused = unverified.list(mailbox);
    if (refused.length > 0) page.unverified = refused;
    if (acked) page.acked = acked;
    if (shop) page.shop = shop;
    return { kind: 'page', page };
  };

  const count = (answer: PollAnswer): PollAnswer => {
    if (answer.kind !== 'page') return answer;
    const { events } = answer.page;
    for (const { receivedAt } of events) histograms.delivered(clock.now() - Date.parse(receivedAt));
    counters.delivered += events.length;
    return answer;
  };

  // One async frame: ten thousand of them may be held at once.
  return async (poll) => {
    const { mailbox } = poll;
    if (!(await authenticate(poll))) return { kind: 'unauthorised' };
    poll.signal.onAuthenticated?.();
    const position = poll.after === null ? beginning : cursors.read(mailbox, poll.after);
    if (position === null) return { kind: 'bad_cursor' };
    // Before it is held: it ends no poll of the one that does.
    if (poll.reader && !(await store.admitReader(mailbox, poll.reader))) return { kind: 'taken' };
    const held = polls.hold(mailbox, poll.signal);
    const startedAt = clock.now();
    try {
      const lease = held.endReason() === null ? store.acquireLease(mailbox) : null;
      // Before any answer: a poll that follows it, at whatever instance, gets a higher generation.
      if (lease !== null) held.setLease(await lease);
      for (;;) {
        const revision = unverified.revision(mailbox);
        const answer = await read(poll, position);
        if (held.endReason() === 'taken') return { kind: 'taken' };
        // Clamped: a clock that is set back does not prolong the poll.
        const heldMs = Math.max(0, clock.now() - startedAt);
        const restore = answer.kind === 'page' ? answer.page.shop?.restore : undefined;
        const longestMs = isOfStart(restore)
          ? minHeldAfterStartMs
          : restore !== undefined || unverified.isUndelivered(mailbox)
            ? minHeldMs
            : poll.waitMs;
        const waitMs = Math.min(poll.waitMs, longestMs) - heldMs;
        const hasResult =
          answer.kind !== 'page' ||
          answer.page.events.length > 0 ||
          (answer.page.shop?.notices ?? 0) > (poll.notices ?? Number.POSITIVE_INFINITY);
        const isDue = hasResult || waitMs <= 0 || held.endReason() !== null;
        const reason = isDue ? null : await held.wait(waitMs);
        if (held.endReason() === 'taken') return { kind: 'taken' };
        if (reason !== 'woken') {
          if (answer.kind === 'page' && held.endReason() === null) unverified.onDelivered(mailbox, revision);
          return count(answer);
        }
        // The token may have changed since.
        if (!(await authenticate(poll))) return { kind: 'unauthorised' };
      }
    } finally {
      polls.release(mailbox, held);
    }
  };
}

const ackedOf = (
  cursors: Cursors,
  mailbox: string,
  sequence: number,
  { acked, prunedThrough, cursorMatches }: MailboxPage,
): RelayAcked | undefined =>
  acked && {
    cursor: cursors.write(mailbox, { sequence: acked.sequence, check: null }),
    counter: acked.counter,
    // If the webhook of the cursor is not here, this database is the older copy, not the counter's.
    beyond: acked.sequence > sequence && (cursorMatches || sequence < prunedThrough),
  };

function eventOf(cursor: string, { ref, event, signature, receivedAt, ...webhook }: StoredWebhook): RelayEvent {
  const body = Buffer.from(webhook.body);
  const bodyEncoding = isUtf8(body) ? 'utf8' : 'base64';
  return { cursor, ref, receivedAt, event, signature, body: body.toString(bodyEncoding), bodyEncoding };
}

/** Ends before an erased webhook. @param webhooks one more than `limit` if there are more */
function pageOf(cursors: Cursors, mailbox: string, webhooks: readonly StoredWebhook[], limit: number): RelayPage {
  const events: RelayEvent[] = [];
  let bytes = 0;
  for (const webhook of webhooks.slice(0, limit)) {
    if (isErased(webhook)) break;
    bytes += webhook.body.length;
    if (events.length > 0 && bytes > maxPageBytes) break;
    events.push(eventOf(cursors.write(mailbox, webhook), webhook));
  }
  return { events, next: events.at(-1)?.cursor ?? null, more: events.length < webhooks.length };
}

export type AckAnswer = 'acked' | 'unauthorised' | 'bad_cursor';

const maxAcksPerCommit = 500;

/**
 * The acknowledgement: the counter has received everything up to the cursor, and it may be deleted earlier. Acks that arrive together
 * are one commit: there is an ack for each delivery, and single commits would slow down the webhooks.
 */
export function createAck(deps: {
  store: Pick<Store, 'ack' | 'readPage'>;
  authenticate: Authenticate;
  cursors: Cursors;
  clock: Clock;
}): (ack: { mailbox: string; token: string; cursor: string; counter?: string | undefined }) => Promise<AckAnswer> {
  const { store, authenticate, cursors, clock } = deps;
  const write = createBatcher<Ack, void>({
    soon: clock.soon,
    maxBatch: maxAcksPerCommit,
    run: async (acks) => {
      await store.ack(acks);
      return acks.map(() => undefined);
    },
  });
  return async ({ mailbox, token, cursor, counter }) => {
    if (!(await authenticate({ mailbox, token }))) return 'unauthorised';
    const position = cursors.read(mailbox, cursor);
    if (position === null) return 'bad_cursor';
    const { sequence, check } = position;
    const page = await store.readPage(mailbox, sequence, 1, check);
    if (page === null || sequence > page.newest || !page.cursorMatches) return 'bad_cursor';
    await write({ mailbox, sequence, counter });
    return 'acked';
  };
}

export type EraseAnswer = { kind: 'erased'; erased: number; kept: number } | { kind: 'unauthorised' };

/** The erasure of acknowledged webhooks on the counter's request. Those that are not acknowledged stay. */
export function createErase({ store, authenticate }: { store: Pick<Store, 'erase'>; authenticate: Authenticate }) {
  return async (mailbox: string, token: string, names: RelayErase): Promise<EraseAnswer> => {
    if (!(await authenticate({ mailbox, token }))) return { kind: 'unauthorised' };
    return { kind: 'erased', ...(await store.erase(mailbox, names)) };
  };
}
