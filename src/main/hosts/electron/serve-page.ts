import { readFile } from 'node:fs/promises';
import { freshNonce, pageHeaders, securityHeaders, withNonce } from '../page-security.ts';
import { displayUrl } from './address.ts';
import { pageFile } from './page-file.ts';

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

/** Answers the requests for app://konter from the folder of the built page; what it cannot serve is an empty refusal. */
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
