/** The paths there are and the one method of each, to tell "no such path" (404) from "no such method" (405). */
const paths: ReadonlyArray<{ path: RegExp; method: 'GET' | 'POST' }> = [
  { path: /^\/hooks\/[^/]+$/, method: 'POST' },
  { path: /^\/hooks\/[^/]+\/[A-Za-z0-9_-]{1,64}$/, method: 'POST' },
  { path: /^\/v1\/mailboxes\/[^/]+\/events$/, method: 'GET' },
  { path: /^\/v1\/mailboxes\/[^/]+\/ack$/, method: 'POST' },
  { path: /^\/(healthz|readyz|metrics|openapi\.json)$/, method: 'GET' },
];

/** The method that a path allows; null where there is no such path. */
export function methodOf(url: string): 'GET' | 'POST' | null {
  const [path = ''] = url.split('?', 1);
  return paths.find((known) => known.path.test(path))?.method ?? null;
}
