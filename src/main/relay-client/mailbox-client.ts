import { RelayGone, RelayPage } from '../../shared/wire/relay.ts';
import type { Transport, TransportOutcome } from '../base/system.ts';
import type { PollOutcome, RelayMailbox } from './relay-mailbox.ts';

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 15_000;
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
      return { kind: 'gone', oldest: gone.data.oldest, acked: gone.data.acked };
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
  return {
    poll: async ({ after, limit, waitSeconds, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), wait: String(waitSeconds) });
      if (after !== null) query.set('after', after);
      return outcomeOf(
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
    },
    ack: async (cursor, counter) => {
      const answer = await transport.exchange({
        method: 'POST',
        url: `${own}/ack`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify({ cursor, counter })),
        connectTimeoutMs,
        answerTimeoutMs,
        maxAnswerBytes,
      });
      return answer.kind === 'answered' && answer.status === 200;
    },
    callbackUrl: (ref) => `${base}/hooks/${encodeURIComponent(mailbox)}/${encodeURIComponent(ref)}`,
  };
}
