import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { freshNonce, pageHeaders, pagePolicy, withNonce } from '../../src/main/hosts/page-security.ts';

const pages: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/index.html': 'index.html',
  '/display': 'display.html',
  '/display.html': 'display.html',
};

/**
 * Serves the two pages from the dev server, each answer with its own nonce. Vite's injected scripts carry the nonce, and the policy
 * lets them and the hot-reload socket in. This is the only relaxed policy, and no build includes this file.
 */
export function devPages(): Plugin {
  return {
    name: 'konter:dev-pages',
    apply: 'serve',
    config: () => ({ appType: 'custom', html: { cspNonce: '__CSP_NONCE__' } }),
    configureServer(server) {
      const serve = async (name: string, response: ServerResponse, fail: (error: unknown) => void): Promise<void> => {
        try {
          await servePage(server, name, response);
        } catch (error) {
          fail(error);
        }
      };
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://127.0.0.1');
        const name = pages[url.pathname];
        if (name === undefined || request.method !== 'GET') return next();
        void serve(name, response, next);
      });
    },
  };
}

/** A tag for a module outside the page's own folder. It runs before the modules of the body. */
export function moduleScript(path: string) {
  const src = `/@fs/${path.replaceAll('\\', '/').replace(/^\//, '')}`;
  return { tag: 'script', attrs: { type: 'module', src }, injectTo: 'head' } as const;
}

async function servePage(server: ViteDevServer, name: string, response: ServerResponse): Promise<void> {
  const nonce = freshNonce();
  const source = await readFile(join(server.config.root, name), 'utf8');
  const html = await server.transformIndexHtml(`/${name}`, source);
  const address = server.httpServer?.address();
  const socket = typeof address === 'object' && address !== null ? ` ws://127.0.0.1:${address.port}` : '';
  const policy = pagePolicy(nonce, {
    'script-src': `'self' 'nonce-${nonce}'`,
    'connect-src': `'self'${socket}`,
  });
  for (const [header, value] of Object.entries(pageHeaders(nonce))) response.setHeader(header, value);
  response.setHeader('content-security-policy', policy);
  response.end(withNonce(html, nonce));
}
