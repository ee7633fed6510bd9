import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { freshNonce, pageHeaders, securityHeaders, slipHeaders, withNonce } from '../page-security.ts';

/** Where the counter's page lives under Electron, and no other page of it. */
export const pageScheme = 'app';
const pageHost = 'konter';
export const pageUrl = `${pageScheme}://${pageHost}/`;

/** Whether an address is on the counter's own origin. */
export function isOwnOrigin(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    url.protocol === `${pageScheme}:` &&
    url.host === pageHost &&
    url.username === '' &&
    url.password === ''
  );
}

/** Whether an address is the counter's page itself: where a reload leads. */
export function isOwnPage(address: string): boolean {
  if (!isOwnOrigin(address)) return false;
  const { pathname, search } = new URL(address);
  return (pathname === '/' || pathname === '/index.html') && search === '';
}

/** The customer's display: served in a session of its own. No page may go there, so it is not an own page. */
export const displayUrl = `${pageUrl}display.html`;

type PageFile = { kind: 'file'; path: string; type: string } | { kind: 'refused'; status: 400 | 404 | 405 };

/** The file types of the build; others are not served. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  json: 'application/json',
};

/** Names as the build makes them, one after another: no dots in front, no "..", no backslash, no percent sign. */
const plainPath = /^(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

/**
 * The file that a request of the page means. Pure: it looks at no disk.
 * @param root absolute folder of the built page
 */
export function pageFile(root: string, request: { method: string; url: string }): PageFile {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { kind: 'refused', status: 405 };
  if (!isOwnOrigin(request.url)) return { kind: 'refused', status: 404 };
  const { pathname } = new URL(request.url);
  // A path that needs escapes is none of ours, so nothing is ever decoded.
  if (pathname.includes('%')) return { kind: 'refused', status: 400 };
  const filePath = pathname === '/' ? '/index.html' : pathname;
  const type = types[filePath.slice(filePath.lastIndexOf('.') + 1)];
  if (!plainPath.test(filePath) || type === undefined) return { kind: 'refused', status: 404 };
  const path = join(root, filePath);
  return isInside(root, path) ? { kind: 'file', path, type } : { kind: 'refused', status: 404 };
}

/** The last word, should the rules above ever be loosened. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

type Serve = (request: Request) => Promise<Response>;
type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Answers for app://konter: one handler for the counter's session, one for the customer display's. */
export interface Pages {
  counter: Serve;
  display: Serve;
}

/** @param root absolute folder of the built pages */
export function builtPages(root: string): Pages {
  return {
    counter: servePage(root, (path) => readFile(path)),
    display: serveDisplay(root, (path) => readFile(path)),
  };
}

/** Serves app://konter from the folder of the built page; anything else gets an empty refusal. */
export function servePage(root: string, readFile: ReadFile): Serve {
  return async (request) => {
    const file = pageFile(root, request);
    if (file.kind === 'refused') return refusal(file.status);
    const bytes = await readFile(file.path).catch(() => null);
    if (bytes === null) return refusal(404);
    const body = request.method === 'HEAD' ? null : bytes;
    if (!file.type.startsWith('text/html')) {
      return new Response(body, { headers: { ...securityHeaders, 'content-type': file.type } });
    }
    const nonce = freshNonce();
    const html = body === null ? null : withNonce(new TextDecoder().decode(body), nonce);
    return new Response(html, { headers: pageHeaders(nonce) });
  };
}

/** Answers the display's own session: its page and what that loads, and not the counter's page. */
export function serveDisplay(root: string, readFile: ReadFile): Serve {
  const serve = servePage(root, readFile);
  return async (request) => {
    const own = request.url === displayUrl || request.url.startsWith(new URL('assets/', displayUrl).href);
    return own ? serve(request) : new Response(null, { status: 404 });
  };
}

const refusal = (status: number): Response => new Response(null, { status, headers: securityHeaders });

/** Slips that are being printed, each at an address of its own for as long as that takes. */
export class SlipShelf {
  readonly #slips = new Map<string, string>();

  /** Answers the address. */
  put(html: string): string {
    const url = `${pageScheme}://slip/${randomUUID()}`;
    this.#slips.set(url, html);
    return url;
  }

  remove(url: string): void {
    this.#slips.delete(url);
  }

  /** Answers the requests of the windows that print; they have a session apart from the counter's. */
  serve = async (request: Request): Promise<Response> => {
    const html = request.method === 'GET' ? this.#slips.get(request.url) : undefined;
    if (html === undefined) return new Response(null, { status: 404, headers: securityHeaders });
    return new Response(html, { headers: slipHeaders(html) });
  };
}
