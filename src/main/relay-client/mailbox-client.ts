import {
  polling,
  type RelayAcked,
  type RelayErase,
  RelayErased,
  type RelayEvent,
  RelayGone,
  RelayPage,
  type UnverifiedWebhook,
} from '../../shared/wire/relay.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import type { Transport, TransportOutcome } from '../base/system.ts';

/** The result of one poll of the shop's mailbox. */
export type PollOutcome =
  | {
      kind: 'page';
      events: RelayEvent[];
      next: string | null;
      more: boolean;
      unverified?: UnverifiedWebhook[] | undefined;
      acked?: RelayAcked | undefined;
      shop?: ShopOfMailbox | undefined;
    }
  /** 410: events behind our cursor were dropped; go on from the oldest kept (null: from the start) */
  | {
      kind: 'gone';
      oldest: string | null;
      acked?: RelayAcked | undefined;
      shop?: ShopOfMailbox | undefined;
    }
  /** 409: another counter polls this mailbox, or has taken it */
  | { kind: 'taken' }
  /** 401, 404, 400: wrong mailbox, token or cursor */
  | { kind: 'refused'; status: number }
  /** anything else: no connection, a time-out, 5xx, an answer that is not the relay's */
  | { kind: 'unreachable'; reason: string };

export interface PollAsk {
  after: string | null;
  limit: number;
  waitSeconds: number;
  /** this run of the counter; `takes`: it was just started. Absent: a test of the connection, which takes the mailbox from no counter */
  reader?: { id: string; takes: boolean };
  signal: AbortSignal;
}

/** The shop's mailbox at the public relay (docs/adr/0006-relay.md). */
export interface RelayMailbox {
  /** Long poll: answers at once when something is behind `after`, else within `waitSeconds`. */
  poll(request: PollAsk): Promise<PollOutcome>;
  /**
   * Everything up to this cursor is in the journal. A lost ack does no harm: the next one covers it.
   * @param counter names the journal, see mailbox-poller.ts
   */
  ack(cursor: string, counter?: string): Promise<boolean>;
  /**
   * Erases the named webhooks that are acknowledged. `kept`: how many are not. Null: the relay did not answer, refused, or is older and
   * does not know the request.
   */
  erase(names: RelayErase, signal: AbortSignal): Promise<{ kept: number } | null>;
  /** The address that the provider gets for one order. */
  callbackUrl(ref: string): string;
}

const connectTimeoutMs = 10_000;
const answerTimeoutMs = polling.answerMs;
/** A page is at most 1 MiB of bodies, which JSON's escapes may double, and base64 and the fields around them add to. */
const maxAnswerBytes = 8 * 1024 * 1024;

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function outcomeOf(answer: TransportOutcome): PollOutcome {
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason };
  const { status } = answer;
  switch (status) {
    case 200: {
      const page = RelayPage.safeParse(parsed(answer.body));
      return page.success ? { kind: 'page', ...page.data } : { kind: 'unreachable', reason: 'not a page of the relay' };
    }
    case 409:
      return { kind: 'taken' };
    case 410: {
      const gone = RelayGone.safeParse(parsed(answer.body));
      if (!gone.success) return { kind: 'unreachable', reason: 'not an answer of the relay' };
      const { oldest, acked, shop } = gone.data;
      return { kind: 'gone', oldest, acked, shop };
    }
    case 400:
    case 401:
    case 404:
      return { kind: 'refused', status };
    default:
      return { kind: 'unreachable', reason: `HTTP ${status}` };
  }
}

/**
 * The shop's mailbox over HTTP.
 * @param options.url the relay's address, with or without a slash at its end
 */
export function createRelayMailbox(options: {
  transport: Transport;
  url: string;
  mailbox: string;
  token: string;
}): RelayMailbox {
  const { transport, mailbox, token } = options;
  const base = options.url.replace(/\/+$/, '');
  const own = `${base}/v1/mailboxes/${encodeURIComponent(mailbox)}`;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const post = (path: string, json: object, more: { signal?: AbortSignal } = {}): Promise<TransportOutcome> =>
    transport.exchange({
      method: 'POST',
      url: `${own}/${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(json)),
      connectTimeoutMs,
      answerTimeoutMs,
      maxAnswerBytes,
      ...more,
    });
  /** as of the last page: a newer one ends a poll, so that an erasure reaches this counter within seconds */
  let notices = 0;
  return {
    poll: async ({ after, limit, waitSeconds, reader, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), wait: String(waitSeconds), notices: String(notices) });
      if (after !== null) query.set('after', after);
      if (reader) query.set('reader', reader.id);
      if (reader?.takes) query.set('takes', '1');
      const outcome = outcomeOf(
        await transport.exchange({
          method: 'GET',
          url: `${own}/events?${query.toString()}`,
          headers,
          connectTimeoutMs,
          answerTimeoutMs: waitSeconds * 1000 + answerTimeoutMs,
          maxAnswerBytes,
          signal,
        }),
      );
      if (outcome.kind === 'page') notices = outcome.shop?.notices ?? 0;
      return outcome;
    },
    ack: async (cursor, counter) => {
      const answer = await post('ack', { cursor, counter });
      return answer.kind === 'answered' && answer.status === 200;
    },
    erase: async (names, signal) => {
      const answer = await post('erase', names, { signal });
      if (answer.kind !== 'answered' || answer.status !== 200) return null;
      return RelayErased.safeParse(parsed(answer.body)).data ?? null;
    },
    callbackUrl: (ref) => `${base}/hooks/${encodeURIComponent(mailbox)}/${encodeURIComponent(ref)}`,
  };
}
