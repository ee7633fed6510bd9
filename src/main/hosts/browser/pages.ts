import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { freshNonce, pageHeaders, withNonce } from '../page-security.ts';

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

/** Puts a host's script before the page's own first script. */
export function withScript(html: string, address: string): string {
  const tag = `<script src="${address}"></script>`;
  const first = html.search(/<script[\s>]/i);
  const end = first >= 0 ? first : html.search(/<\/head>/i);
  return end >= 0 ? `${html.slice(0, end)}${tag}\n    ${html.slice(end)}` : tag + html;
}
