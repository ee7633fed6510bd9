import { relayRef } from '../shared/wire/relay.ts';

/** What stands behind /hooks/, as it came. Slashes that some senders double or add at the end say nothing. */
const hookPath = /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/;

/** The other paths there are and the one method of each, to tell "no such path" (404) from "no such method" (405). */
const paths: ReadonlyArray<{ path: RegExp; method: 'GET' | 'POST' }> = [
  { path: /^\/v1\/mailboxes\/[^/]+\/events$/, method: 'GET' },
  { path: /^\/v1\/mailboxes\/[^/]+\/ack$/, method: 'POST' },
  { path: /^\/(healthz|readyz|openapi\.json)$/, method: 'GET' },
];

export interface HookPath {
  mailbox: string;
  ref: string | null;
}

/** A request's address without its query; one in full, with its host, is taken for its path. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
}

/** Whose webhook is posted to an address, and for which order. Null where it is no hook's, "broken" at a broken escape. */
export function hookAt(url: string): HookPath | 'broken' | null {
  const [, mailbox, ref = null] = hookPath.exec(pathOf(url)) ?? [];
  if (mailbox === undefined) return null;
  try {
    const order = ref === null ? null : plain(ref);
    return order === null || relayRef.test(order) ? { mailbox: plain(mailbox), ref: order } : null;
  } catch {
    return 'broken';
  }
}

const plain = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** The method that a path allows; null where there is no such path. */
export function methodOf(url: string): 'GET' | 'POST' | null {
  const path = pathOf(url);
  return paths.find((known) => known.path.test(path))?.method ?? (hookAt(url) === null ? null : 'POST');
}
