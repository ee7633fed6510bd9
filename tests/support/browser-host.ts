import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { BuiltPages } from '../../src/main/hosts/browser/pages.ts';
import { startFakeHost } from './fake-host.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';

type AtEnd = (close: () => Promise<void>) => void;

/** A page of one line and a script, with a file beside the folder that nobody may read. */
async function writtenPages(atEnd: AtEnd): Promise<BuiltPages> {
  const dir = await mkdtemp(join(tmpdir(), 'konter-pages-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const renderer = join(dir, 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(dir, 'secret.txt'), 'TOP SECRET');
  await writeFile(join(renderer, 'secret.txt'), 'TOP SECRET');
  await writeFile(join(renderer, 'assets/.env'), 'TOP SECRET');
  await writeFile(join(renderer, 'assets/app.js'), 'export {};');
  await writeFile(
    join(renderer, 'index.html'),
    '<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"><script type="module" src="./assets/app.js"></script></head></html>',
  );
  const script = join(dir, 'konter.js');
  await writeFile(script, 'void 0;');
  await writeFile(join(renderer, 'display.html'), '<!doctype html><html><head><title>display</title></head></html>');
  return { renderer, script, displayScript: script };
}

export interface ReachedHost extends Awaited<ReturnType<typeof startFakeHost>> {
  token: string;
  /** the headers of our own page's POST, without a cookie */
  own: Record<string, string>;
  request: (options: Omit<Parameters<typeof rawRequest>[0], 'port'>) => Promise<RawResponse>;
  /** trades the token; answers the headers of a signed-in page */
  signIn: () => Promise<Record<string, string>>;
}

/** The browser host on a free port, closed after the test unless `atEnd` says when. */
export async function reachHost(atEnd: AtEnd = onTestFinished): Promise<ReachedHost> {
  const host = await startFakeHost({ pages: await writtenPages(atEnd) });
  atEnd(() => host.close());
  const token = new URLSearchParams(new URL(host.startUrl).hash.slice(1)).get('token') ?? '';
  const own = {
    origin: `http://127.0.0.1:${host.port}`,
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  };
  const request: ReachedHost['request'] = (options) => rawRequest({ port: host.port, ...options });
  const signIn = async (): Promise<Record<string, string>> => {
    const answer = await request({ method: 'POST', path: '/session', headers: own, body: JSON.stringify({ token }) });
    const [cookie] = [answer.headers['set-cookie']].flat();
    if (answer.status !== 200 || cookie === undefined) throw new Error(`not signed in: ${answer.status}`);
    const { pageSecret } = z.object({ pageSecret: z.string() }).parse(JSON.parse(answer.text));
    return { ...own, cookie: cookie.split(';')[0] ?? '', 'x-konter-page-secret': pageSecret };
  };
  return { ...host, token, own, request, signIn };
}
