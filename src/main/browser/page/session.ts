import { tradeToken } from './trade-token.ts';

/**
 * - open: the cookie stands; `since` is the place in the stream of events from which nothing may be missed
 * - signed_out: the host does not know this browser
 * - host_gone: nothing answered
 */
export type Session = { kind: 'open'; since: string } | { kind: 'signed_out' } | { kind: 'host_gone' };

let opening: Promise<Session> | undefined;

/** Trades the address's token for a cookie, or finds the cookie of before a reload. Never rejects. */
export function session(): Promise<Session> {
  opening ??= open().then((found) => {
    if (found.kind === 'host_gone') opening = undefined;
    if (found.kind === 'signed_out') leave();
    return found;
  });
  return opening;
}

/** The host no longer knows this page: a plain page says what to do. */
export function leave(): void {
  location.replace('/signed-out');
}

async function open(): Promise<Session> {
  try {
    const answer = await tradeToken('/session');
    if (answer.status === 401) return { kind: 'signed_out' };
    const told: unknown = answer.ok ? await answer.json() : null;
    if (typeof told === 'object' && told !== null && 'since' in told && typeof told.since === 'string') {
      return { kind: 'open', since: told.since };
    }
    return { kind: 'host_gone' };
  } catch {
    return { kind: 'host_gone' };
  }
}
