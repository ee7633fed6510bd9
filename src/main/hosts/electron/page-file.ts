import { isAbsolute, join, relative } from 'node:path';
import { isOwnOrigin } from './address.ts';

export type PageFile = { kind: 'file'; path: string; type: string } | { kind: 'refused'; status: 400 | 404 | 405 };

/** What the build puts out; anything else is not served. */
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
  const asked = pathname === '/' ? '/index.html' : pathname;
  const type = types[asked.slice(asked.lastIndexOf('.') + 1)];
  if (!plainPath.test(asked) || type === undefined) return { kind: 'refused', status: 404 };
  const path = join(root, asked);
  return isInside(root, path) ? { kind: 'file', path, type } : { kind: 'refused', status: 404 };
}

/** The last word, should the rules above ever be loosened. */
function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
