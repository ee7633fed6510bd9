import { freshNonce, pageHeaders, securityHeaders, withNonce } from '../app/page-security.ts';
import { pageFile } from './page-file.ts';

type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Answers the requests for app://konter from the folder of the built page; what it cannot serve is an empty refusal. */
export function servePage(root: string, readFile: ReadFile): (request: Request) => Promise<Response> {
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

const refusal = (status: number): Response => new Response(null, { status, headers: securityHeaders });
