import { z } from 'zod';
import { relayRef } from '../../shared/wire/relay.ts';

/** The parts of a URL that a handler needs. */
export interface Path {
  /** empty: the path has none */
  mailbox: string;
  ref: string | null;
  query: URLSearchParams;
}

/** Doubled and trailing slashes in the path of a webhook are ignored: some senders add them. */
const paths = {
  webhook: { method: 'POST', path: /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/ },
  events: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/events$/ },
  ack: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/ack$/ },
  erase: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/erase$/ },
  shopKey: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop-key$/ },
  postClaims: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/claims$/ },
  listClaims: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/claims$/ },
  settleClaim: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/claims\/settle$/ },
  log: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/log$/ },
  logAppend: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/log\/append$/ },
  logBatches: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/log\/batches$/ },
  snapshotPart: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/snapshot\/part$/ },
  snapshotUpload: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/snapshot\/upload$/ },
  snapshotCommit: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/snapshot\/commit$/ },
  shopCounters: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop\/counters$/ },
  shopBatches: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop\/log\/batches$/ },
  shopPart: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop\/snapshot\/part$/ },
  shopNotices: { method: 'GET', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop\/notices$/ },
  shopPostNotice: { method: 'POST', path: /^\/v1\/mailboxes\/([^/]{1,200})\/shop\/notices$/ },
  healthz: { method: 'GET', path: /^\/healthz$/ },
  readyz: { method: 'GET', path: /^\/readyz$/ },
  verifier: { method: 'GET', path: /^\/verify\/?$/ },
  openApi: { method: 'GET', path: /^\/openapi\.json$/ },
} as const;
export type RouteName = keyof typeof paths;
// oxlint-disable-next-line typescript/consistent-type-assertions -- Object.entries widens the names
const entries = Object.entries(paths) as Array<[RouteName, (typeof paths)[RouteName]]>;

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/**
 * The route of a URL, which may contain a host. If there is none of the asked method, one of another, with all methods of its path. Null:
 * there is none. Throws URIError at a broken percent escape.
 */
export function findRoute(url: string, asked?: string): ({ name: RouteName; method: string } & Path) | null {
  const at = url.indexOf('?');
  const plain = (at === -1 ? url : url.slice(0, at)).replace(/^https?:\/\/[^/]*/i, '');
  let other: ReturnType<typeof findRoute> = null;
  for (const [name, { method, path }] of entries) {
    const found = path.exec(plain);
    if (!found) continue;
    const [, mailbox = '', encodedRef] = found;
    const ref = encodedRef === undefined ? null : decode(encodedRef);
    if (ref !== null && !relayRef.test(ref)) return null;
    const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
    const route = { name, method, mailbox: decode(mailbox), ref, query };
    if (asked === undefined || method === asked) return route;
    other = { ...route, method: other === null ? method : `${other.method}, ${method}` };
  }
  return other;
}

/** The parameters of a poll. */
export const Query = z.object({
  after: z.string().min(1).max(200).optional().describe('a cursor; none: from the oldest'),
  limit: z.coerce.number().int().min(1).default(50).describe('more than 100 is read as 100'),
  wait: z.coerce.number().min(0).default(0).describe('seconds; more than 60 is read as 60'),
  notices: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('the newest notice that is known; a newer one ends the poll'),
});

/** Null if one is not valid, or occurs twice. */
export function parseQuery(query: URLSearchParams): z.infer<typeof Query> | null {
  const isTwice = Object.keys(Query.shape).some((name) => query.getAll(name).length > 1);
  return isTwice ? null : (Query.safeParse(Object.fromEntries(query)).data ?? null);
}
