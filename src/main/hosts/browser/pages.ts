import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import type { DisplayView } from '../../../shared/domain/display.ts';
import type { DisplayHost } from '../../display/index.ts';
import type { App } from '../../runtime/create-app.ts';
import { displayHeaders, freshNonce, pageHeaders, withNonce } from '../page-security.ts';
import { portOf } from './guard.ts';
import { DisplayAuth, displayCookie, displayIdOf, sentSession } from './session-auth.ts';

/** The build's output for the page. */
export interface BuiltPages {
  /** folder with index.html and its files */
  renderer: string;
  /** konter.js, which provides window.konter */
  script: string;
  /** konter-display.js, which provides window.konterDisplay */
  displayScript: string;
}

/** The counter's page and its files; read-only, nothing outside the built folder, no hidden files. */
export async function servePages(server: FastifyInstance, pages: BuiltPages): Promise<void> {
  for (const path of ['/', '/index.html']) {
    server.get(path, { config: { open: true } }, async (_request, reply) => {
      const nonce = freshNonce();
      const html = await readFile(join(pages.renderer, 'index.html'), 'utf8');
      return reply.headers(pageHeaders(nonce)).send(withScript(withNonce(html, nonce), '/konter.js'));
    });
  }
  server.get('/konter.js', { config: { open: true } }, async (_request, reply) => {
    const script = await readFile(pages.script);
    return reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .send(script);
  });
  // Browsers request it on their own; the page has its icon among its assets.
  server.get('/favicon.ico', { config: { open: true } }, async (_request, reply) => reply.code(204).send());
  await server.register(async (assets) => {
    assets.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true };
    });
    await assets.register(fastifyStatic, {
      root: join(pages.renderer, 'assets'),
      prefix: '/assets/',
      index: false,
      dotfiles: 'ignore',
      decorateReply: false,
      // Names carry a digest of their content.
      immutable: true,
      maxAge: '30d',
    });
  });
}

interface Served {
  port: number;
  isOpen(): boolean;
}

/** The customer's display where a browser shows it: the counter gives an address, a person opens it on the other screen. */
export class PageDisplay implements DisplayHost {
  readonly via = 'page';
  readonly door = new DisplayAuth();
  #served: Served | null = null;

  /** The host listens now. */
  serveOn(served: Served): void {
    this.#served = served;
  }

  isOpen(): boolean {
    return this.#served?.isOpen() ?? false;
  }

  /** A page is moved by the person who opened it. */
  screens(): [] {
    return [];
  }

  link(): string | null {
    return this.#served && `http://127.0.0.1:${this.#served.port}/display#token=${this.door.link()}`;
  }
}

const Trade = z.strictObject({ token: z.string().max(200).optional() });
const heartbeatMs = 15_000;

/** The customer display as a page: it receives views and can reach nothing else. */
export class DisplayPages {
  readonly #door: DisplayAuth;
  readonly #open = new Set<ServerResponse>();
  readonly #end: () => void;
  readonly #heart: NodeJS.Timeout;
  readonly #view: () => DisplayView;

  constructor(app: App, door: DisplayAuth) {
    this.#door = door;
    this.#view = () => app.display.view();
    this.#end = app.display.subscribe((view) => {
      for (const stream of this.#open) stream.write(asText(view));
    });
    this.#heart = setInterval(() => {
      for (const stream of this.#open) stream.write(': still here\n\n');
    }, heartbeatMs);
    this.#heart.unref();
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  serve(server: FastifyInstance, pages: BuiltPages): void {
    server.get('/display', { config: { open: true } }, async (request, reply) => {
      const nonce = freshNonce();
      const html = await readFile(join(pages.renderer, 'display.html'), 'utf8');
      const { host = '' } = request.headers;
      return reply.headers(displayHeaders(nonce, host)).send(withScript(withNonce(html, nonce), '/konter-display.js'));
    });
    server.get('/konter-display.js', { config: { open: true } }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
        .send(await readFile(pages.displayScript)),
    );
    // Without the counter's session: these two know the display's own.
    server.post('/display/session', { config: { open: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const trade = Trade.safeParse(request.body);
      if (!trade.success) return reply.code(400).send(fail('invalid_input', 'Not a trade of a token.'));
      if (this.#knows(request)) return {};
      const session = trade.data.token === undefined ? null : this.#door.trade(trade.data.token);
      if (session === null) return refused(reply);
      const { sessionId, pageSecret } = session;
      return reply.header('set-cookie', displayCookie(portOf(request), sessionId)).send({ pageSecret });
    });
    server.get('/display/events', { config: { open: true } }, async (request, reply) => {
      if (!this.#knows(request)) return refused(reply);
      const head = reply.getHeaders();
      reply.hijack();
      for (const [name, value] of Object.entries(head)) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      this.#begin(reply.raw);
    });
  }

  close(): void {
    clearInterval(this.#heart);
    this.#end();
    for (const stream of this.#open) stream.end();
    this.#open.clear();
  }

  #begin(stream: ServerResponse): void {
    stream.on('close', () => this.#open.delete(stream));
    this.#open.add(stream);
    stream.write(`retry: 1000\n\n${asText(this.#view())}`);
  }

  #knows = (request: FastifyRequest): boolean =>
    this.#door.knows(sentSession(request, displayIdOf(portOf(request), request.headers.cookie)));
}

const refused = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .header('cache-control', 'no-store')
    .send(fail('not_allowed', 'The address that opens the display works once.', { reason: 'signed_out' }));

/** JSON has no raw line break, so one data line carries it all. */
const asText = (view: DisplayView): string => `data: ${JSON.stringify(view)}\n\n`;

/** Puts a host's script before the page's own first script. */
export function withScript(html: string, address: string): string {
  const tag = `<script src="${address}"></script>`;
  const first = html.search(/<script[\s>]/i);
  const end = first >= 0 ? first : html.search(/<\/head>/i);
  return end >= 0 ? `${html.slice(0, end)}${tag}\n    ${html.slice(end)}` : tag + html;
}
