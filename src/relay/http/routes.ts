import { relayRef } from '../../shared/wire/relay.ts';
import { operations } from './operations.ts';

/** What the path of a URL asks for. */
export interface Route {
  /** /hooks, a page, or what is behind /v1/mailboxes/{mailbox} */
  path: string;
  /** the possible ones */
  methods: readonly string[];
  /** empty: the path has none */
  mailbox: string;
  ref: string | null;
  query: URLSearchParams;
}

/** Doubled and trailing slashes in the path of a webhook are ignored: some senders add them. */
const webhookPath = /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/;
const mailboxPath = /^\/v1\/mailboxes\/([^/]{1,200})(\/.+)$/;
const pagePath = /^(\/healthz|\/readyz|\/openapi\.json)$|^(\/verify)\/?$/;

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** The route of a URL, which may contain a host. Null: there is none. Throws URIError at a broken percent escape. */
export function findRoute(url: string): Route | null {
  const at = url.indexOf('?');
  const plain = (at === -1 ? url : url.slice(0, at)).replace(/^https?:\/\/[^/]*/i, '');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const webhook = webhookPath.exec(plain);
  if (webhook) {
    const [, mailbox = '', encodedRef] = webhook;
    const ref = encodedRef === undefined ? null : decode(encodedRef);
    if (ref !== null && !relayRef.test(ref)) return null;
    return { path: '/hooks', methods: ['POST'], mailbox: decode(mailbox), ref, query };
  }
  const [, exact, page = exact] = pagePath.exec(plain) ?? [];
  if (page !== undefined) return { path: page, methods: ['GET'], mailbox: '', ref: null, query };
  const [, mailbox = '', path = ''] = mailboxPath.exec(plain) ?? [];
  const methods = ['POST', 'GET'].filter((method) => `${method} ${path}` in operations);
  return methods.length === 0 ? null : { path, methods, mailbox: decode(mailbox), ref: null, query };
}
