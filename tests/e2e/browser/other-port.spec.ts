import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '../../support/bridge-page.ts';
import { listenLocally } from '../../support/local-server.ts';
import { rawRequest } from '../../support/raw-request.ts';

interface OtherServer {
  origin: string;
  /** the Cookie headers that it was sent, by path */
  cookies: Map<string, string>;
  close: () => void;
}

/** Another program of this machine that serves pages. Its first address redirects to the one that is asked for. */
async function startOtherServer(): Promise<OtherServer> {
  const cookies = new Map<string, string>();
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const to = searchParams.get('to');
    cookies.set(pathname, request.headers.cookie ?? '');
    if (to !== null) response.writeHead(302, { location: to }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>other</title>');
  });
  const port = await listenLocally(server);
  return { origin: `http://127.0.0.1:${port}`, cookies, close: () => void server.close() };
}

let other: OtherServer;
test.beforeEach(async () => {
  other = await startOtherServer();
});
test.afterEach(() => other.close());

test('a server on another port is sent the cookie and gets nowhere with it', async ({ page, context, fakeHost }) => {
  await page.goto(fakeHost.startUrl);
  await expect(page).toHaveTitle('first call ok');
  const stranger = await context.newPage();
  await stranger.goto(`${other.origin}/?to=/lured`);
  await expect(stranger).toHaveTitle('other');
  const cookie = other.cookies.get('/lured') ?? '';
  expect(cookie).toContain(`konter-${fakeHost.port}=`);
  expect(await stranger.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

  const { port } = fakeHost;
  const sessionId = cookie.split('=')[1] ?? '';
  const served = new Map(fakeHost.app.served);
  for (const guess of [{}, { 'x-konter-page-secret': '' }, { 'x-konter-page-secret': sessionId }]) {
    const headers = {
      cookie,
      origin: `http://127.0.0.1:${port}`,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      ...guess,
    };
    const order = JSON.stringify({ productCode: 'TSEL10', customerNo: '081234567800' });
    for (const path of ['/api/order', '/api/status', '/session']) {
      const body = path === '/api/order' ? order : '{}';
      expect((await rawRequest({ port, method: 'POST', path, headers, body })).status, path).toBe(401);
    }
    expect((await rawRequest({ port, path: '/events', headers })).status).toBe(401);
    expect((await rawRequest({ port, method: 'PUT', path: '/statements/a', headers })).status).toBe(401);
  }
  expect(fakeHost.app.served).toEqual(served);

  await page.reload();
  await expect(page).toHaveTitle('first call ok');
});

test('nor does it see the customer’s display with the display’s cookie', async ({ page, pages, context, fakeHost }) => {
  await writeFile(join(pages.renderer, 'display.html'), '<!doctype html><html><head></head><body></body></html>');
  const link = await fakeHost.app.handlers['display.link']({});
  if (!link.ok) throw new Error('no link');
  const eventsRefused = page.waitForResponse('**/display/events');
  await page.goto(link.value.url);
  expect((await eventsRefused).status()).toBe(200);
  const stranger = await context.newPage();
  await stranger.goto(`${other.origin}/?to=/display`);
  const cookie = other.cookies.get('/display') ?? '';
  expect(cookie).toContain(`konter-${fakeHost.port}-display=`);
  const { port } = fakeHost;
  const headers = { cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
  const session = { method: 'POST', path: '/display/session', body: '{}' };
  expect((await rawRequest({ port, ...session, headers })).status).toBe(401);
  expect((await rawRequest({ port, path: '/display/events', headers })).status).toBe(401);
});
