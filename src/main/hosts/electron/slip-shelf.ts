import { randomUUID } from 'node:crypto';
import { securityHeaders, slipHeaders } from '../page-security.ts';
import { pageScheme } from './address.ts';

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
