import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app } from 'electron';
import { z } from 'zod';
import { isOwnOrigin } from './page-protocol.ts';
import { beforeReady, start } from './start.ts';

/**
 * Electron's entry under `npm run dev`, in place of main/index.ts: the pages come from the dev server, which also sends their policy.
 * No build contains this file.
 */
const out = join(import.meta.dirname, '..');
const resources = join(out, '..', '..', 'resources');
const { ELECTRON_RENDERER_URL: devServer } = z.object({ ELECTRON_RENDERER_URL: z.url() }).parse(process.env);
const lockRetryMs = 50;

/** Answers app://konter from the dev server. */
async function serve(request: Request): Promise<Response> {
  if (request.method !== 'GET' || !isOwnOrigin(request.url)) return new Response(null, { status: 404 });
  const { pathname, search } = new URL(request.url);
  const answer = await fetch(new URL(pathname + search, devServer), {
    headers: { accept: request.headers.get('accept') ?? '*/*' },
  });
  const headers = new Headers(answer.headers);
  // The body is decoded here.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

/** The dev server starts the next process while the last one still saves and holds the lock. */
async function lock(): Promise<void> {
  while (!app.requestSingleInstanceLock()) await sleep(lockRetryMs);
}

async function open(): Promise<void> {
  await lock();
  await start(
    {
      page: '',
      preload: join(out, 'preload', 'index.cjs'),
      displayPreload: join(out, 'preload', 'display.cjs'),
      icon: join(resources, 'icon.png'),
      notices: join(out, 'legal', 'notices.txt'),
    },
    { counter: serve, display: serve },
  );
}

if (beforeReady()) void open();
