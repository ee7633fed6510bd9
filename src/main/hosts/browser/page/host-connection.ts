/** The host's path of a session: of the counter's page, or of a customer display. */
type SessionPath = '/session' | '/display/session';

/**
 * - open: there is a session; `since` is the position in the event stream after which no event may be missed
 * - signed_out: the host does not know this browser
 * - host_gone: nothing answered
 */
export type Trade = { kind: 'open'; since: string | null } | { kind: 'signed_out' } | { kind: 'host_gone' };

// Removed from the address at once, so that it is in no history, bookmark or screenshot.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) history.replaceState(null, '', location.pathname + location.search);

const storageKey = (path: SessionPath): string => `konter ${path}`;

/** Trades the address's token for a session, or resumes the session from before a reload. Never rejects. */
export async function tradeToken(path: SessionPath): Promise<Trade> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...secretHeader(path) },
      body: JSON.stringify(token === null ? {} : { token }),
      redirect: 'error',
      cache: 'no-store',
    });
    if (answer.status === 401) return { kind: 'signed_out' };
    const granted: unknown = answer.ok ? await answer.json() : null;
    if (typeof granted !== 'object' || granted === null) return { kind: 'host_gone' };
    if ('pageSecret' in granted && typeof granted.pageSecret === 'string') {
      // Storage belongs to the origin, port included. A cookie goes to every port of this machine.
      localStorage.setItem(storageKey(path), granted.pageSecret);
    }
    return { kind: 'open', since: 'since' in granted && typeof granted.since === 'string' ? granted.since : null };
  } catch {
    return { kind: 'host_gone' };
  }
}

/** The header of every request in that session. Read each time: another tab may have opened a newer session. */
export function secretHeader(path: SessionPath): Record<string, string> {
  const secret = localStorage.getItem(storageKey(path));
  return secret === null ? {} : { 'x-konter-page-secret': secret };
}

interface StreamMessage {
  /** null when the message has none */
  id: string | null;
  data: string;
}

/**
 * Reads the host's server-sent events until the stream ends. By fetch, because an EventSource sends no header and so not the
 * page's secret. Never rejects.
 */
export async function readEventStream(
  address: string,
  session: SessionPath,
  receive: (message: StreamMessage) => void,
): Promise<'ended' | 'signed_out'> {
  try {
    const answer = await fetch(address, { headers: secretHeader(session), redirect: 'error', cache: 'no-store' });
    if (answer.status === 401) return 'signed_out';
    if (!answer.ok || answer.body === null) return 'ended';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = parsedBlock(block);
        if (message !== null) receive(message);
      }
    }
  } catch {
    return 'ended';
  }
}

/** The host writes at most one id and one line of data a block; the rest are comments and `retry`. */
function parsedBlock(block: string): StreamMessage | null {
  const field = (name: string): string | null =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const data = field('data');
  return data === null ? null : { id: field('id'), data };
}

/** Frozen like the object of Electron's bridge: no function in it can be replaced. */
export function deepFreeze<T extends object>(thing: T): T {
  for (const value of Object.values(thing)) if (typeof value === 'object' && value !== null) deepFreeze(value);
  return Object.freeze(thing);
}
