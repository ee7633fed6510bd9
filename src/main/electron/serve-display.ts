import { displayUrl } from './address.ts';
import { servePage } from './serve-page.ts';

type ReadFile = Parameters<typeof servePage>[1];

/** Answers the display's own session: its page and what that loads, and not the counter's page. */
export function serveDisplay(root: string, readFile: ReadFile): (request: Request) => Promise<Response> {
  const serve = servePage(root, readFile);
  return async (request) => {
    const own = request.url === displayUrl || request.url.startsWith(new URL('assets/', displayUrl).href);
    return own ? serve(request) : new Response(null, { status: 404 });
  };
}
