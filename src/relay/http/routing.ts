import { relayRef } from '../../shared/wire/relay.ts';

/** The path of a webhook, as sent. Doubled and trailing slashes are ignored: some senders add them. */
const webhookPath = /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/;

/** The other paths and the one method of each: an unknown path is answered 404, a wrong method 405. */
const paths: ReadonlyArray<{ path: RegExp; method: 'GET' | 'POST' }> = [
  { path: /^\/v1\/mailboxes\/[^/]+\/events$/, method: 'GET' },
  { path: /^\/v1\/mailboxes\/[^/]+\/ack$/, method: 'POST' },
  { path: /^\/(healthz|readyz|openapi\.json)$/, method: 'GET' },
];

export interface WebhookPath {
  mailbox: string;
  ref: string | null;
}

/** The path of a URL without its query; also of an absolute URL with its host. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
}

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** The mailbox and the order id in a webhook's URL. Null: another path. "malformed": a broken percent escape. */
export function parseWebhookPath(url: string): WebhookPath | 'malformed' | null {
  const [, mailbox, encodedRef = null] = webhookPath.exec(pathOf(url)) ?? [];
  if (mailbox === undefined) return null;
  try {
    const ref = encodedRef === null ? null : decode(encodedRef);
    return ref === null || relayRef.test(ref) ? { mailbox: decode(mailbox), ref } : null;
  } catch {
    return 'malformed';
  }
}

/** The method that a path allows; null if there is no such path. */
export function methodOf(url: string): 'GET' | 'POST' | null {
  const path = pathOf(url);
  return paths.find((known) => known.path.test(path))?.method ?? (parseWebhookPath(url) === null ? null : 'POST');
}
