import { Buffer } from 'node:buffer';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { fetchPicture, isPublic, maxBytes } from '../../../src/main/base/system/fetch-picture.ts';
import {
  type CatalogueSyncDeps,
  createLogoCache,
  logoFiles,
  openCatalogueSync,
  pictureType,
} from '../../../src/main/catalogue/catalogue-sync.ts';
import { readPasted } from '../../../src/main/catalogue/pasted-list.ts';
import type { Provider } from '../../../src/main/provider/classify-response.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { KonterEvent } from '../../../src/shared/contract/events.ts';
import { aJournal, journalPath, temporaryFolder } from '../../support/database-files.ts';
import {
  aServer,
  connectProxy,
  noProduct,
  type ProductAnswer,
  product,
  productServer,
} from '../../support/fake-servers.ts';
import { recordingLog, seededRandom } from '../../support/fake-system.ts';
import { goodProduct } from '../../support/provider-answers.ts';

describe('the import and refresh jobs', () => {
  const rate = { pauseMs: 0, firstWaitMs: 1, maxWaitMs: 4 };
  const noLogos = { fetchMissing() {}, retryFailed() {}, urls: async () => [], stop: async () => {} };

  async function syncOn(db: ShopDatabase, provider: Provider | null, more: Partial<CatalogueSyncDeps> = {}) {
    const events: KonterEvent[] = [];
    const sync = await openCatalogueSync({
      book: db.catalogue,
      provider,
      clock: systemClock,
      random: seededRandom('catalogue'),
      log: recordingLog(),
      timeZone: () => 'Asia/Jakarta',
      rateLimits: { import: rate, refresh: rate },
      logos: noLogos,
      publish: (event) => void events.push(event),
      ...more,
    });
    onTestFinished(() => sync.stop());
    const until = (job: 'import' | 'refresh', state: string) =>
      vi.waitFor(() => expect(sync.work()[job]?.state).toBe(state), { timeout: 30_000, interval: 5 });
    return { sync, events, until };
  }

  const reasons = async (db: ShopDatabase) =>
    (await db.catalogue.failedLines(0, 100)).map(({ line, reason }) => [line, reason]);

  it('asks about each code of a list once, one at a time, and keeps what the list and the provider say', async () => {
    const server = await productServer();
    server.says.set('NOPE', () => noProduct);
    server.says.set('tsel10', () => ({ json: product('TSEL10') }));
    server.says.set('OTHER', () => ({ json: product('ANOTHER') }));
    const db = await aJournal();
    const { sync, until, events } = await syncOn(db, server.provider);
    const list = 'tsel10;10.500;12.000;Pulsa\n=1+1\nNOPE\nISAT25;;27.000\nTSEL10\nOTHER';
    expect(await sync.import(readPasted(list))).toBe(true);
    await until('import', 'done');
    expect(sync.work().import).toMatchObject({ total: 6, done: 6, added: 2, failed: 4 });
    expect(await db.catalogue.list()).toMatchObject([
      { productCode: 'ISAT25', cost: null, sellingPrice: 27_000, group: null, priceFrom: 'entered' },
      { productCode: 'TSEL10', cost: 10_500, sellingPrice: 12_000, group: 'Pulsa' },
    ]);
    expect(await reasons(db)).toEqual([
      [2, 'bad_code'],
      [3, 'no_such_product'],
      [5, 'repeated'],
      [6, 'bad_answer'],
    ]);
    expect(server.requestLines).toEqual(['tsel10', 'NOPE', 'ISAT25', 'OTHER']);
    expect(server.mostAtOnce()).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: 'catalogueWork', work: { import: { state: 'done' } } });
  });

  it('asks in capitals about a code in small letters that the provider does not know, and keeps the prices of its line', async () => {
    const server = await productServer();
    server.says.set('tsel10', () => noProduct);
    server.says.set('nope', () => noProduct);
    server.says.set('NOPE', () => noProduct);
    const db = await aJournal();
    const { sync, until } = await syncOn(db, server.provider);
    expect(await sync.import(readPasted('tsel10;10.275;12.000\nnope'))).toBe(true);
    await until('import', 'done');
    expect(await db.catalogue.list()).toMatchObject([{ productCode: 'TSEL10', cost: 10_275, sellingPrice: 12_000 }]);
    expect(await reasons(db)).toEqual([[2, 'no_such_product']]);
    expect(server.requestLines).toEqual(['tsel10', 'TSEL10', 'nope', 'NOPE']);
  });

  it.each<[string, ProductAnswer]>([
    ['HTTP 429', { status: 429, json: {} }],
    ['HTTP 503', { status: 503, json: {} }],
    ['a refusal in words', { status: 400, json: { status: 'error', message: 'Too many requests', data: {} } }],
  ])('waits and asks again when the provider wants a slower pace (%s)', async (_, slow) => {
    const server = await productServer();
    let left = 3;
    server.says.set('TSEL10', () => {
      left -= 1;
      return left >= 0 ? slow : { json: product('TSEL10') };
    });
    const db = await aJournal();
    const { sync, until, events } = await syncOn(db, server.provider);
    await sync.import(readPasted('TSEL10'));
    await until('import', 'done');
    expect(sync.work().import).toMatchObject({ added: 1, failed: 0 });
    const states = events.map((event) => event.type === 'catalogueWork' && event.work.import?.reason);
    expect(states).toContain('too_fast');
  });

  it('stops when the provider refuses the shop, and goes on when a person resumes it', async () => {
    const server = await productServer();
    server.says.set('TSEL10', () => ({ status: 401, json: { status: 'error', message: 'Unauthorized', data: {} } }));
    const db = await aJournal();
    const { sync, until } = await syncOn(db, server.provider);
    // Pressed on two pages at once: the second one does not take the first one's place.
    const pressed = [sync.import(readPasted('TSEL10\nISAT25')), sync.import(readPasted('XL5'))];
    expect(await Promise.all(pressed)).toEqual([true, false]);
    await until('import', 'stopped');
    expect(sync.work().import).toMatchObject({ reason: 'credentials', done: 0, total: 2 });
    expect(await sync.import(readPasted('XL5'))).toBe(false);
    server.says.clear();
    await sync.resume('import');
    await until('import', 'done');
  });

  it('goes on after a restart where it was, and asks about nothing twice', async () => {
    const server = await productServer();
    let down = false;
    for (const code of ['C3', 'C4'])
      server.says.set(code, () => (down ? { status: 429, json: {} } : { json: product(code) }));
    down = true;
    const path = journalPath();
    const first = await aJournal(path);
    const { sync, until } = await syncOn(first, server.provider);
    await sync.import(readPasted('C1\nC2\nC3\nC4'));
    await until('import', 'waiting');
    await sync.stop();
    await first.close();
    down = false;
    const second = await aJournal(path);
    const again = await syncOn(second, server.provider);
    expect(again.sync.work().import).toMatchObject({ total: 4, done: 2 });
    await again.until('import', 'done');
    expect((await second.catalogue.list()).map(({ productCode }) => productCode)).toEqual(['C1', 'C2', 'C3', 'C4']);
    expect(server.requestLines.filter((code) => code === 'C1' || code === 'C2')).toEqual(['C1', 'C2']);
  });

  it('is given up at once, also while an answer is waited for', async () => {
    const server = await productServer();
    server.says.set('SLOW', () => ({ status: 429, json: {} }));
    const db = await aJournal();
    const slow = { pauseMs: 0, firstWaitMs: 600_000, maxWaitMs: 600_000 };
    const { sync, until } = await syncOn(db, server.provider, { rateLimits: { import: slow, refresh: slow } });
    await sync.import(readPasted('C1\nSLOW\nC3'));
    await until('import', 'waiting');
    await sync.cancel('import');
    expect(sync.work().import).toMatchObject({ state: 'cancelled', added: 1, done: 1 });
    expect(await sync.import(readPasted('C4'))).toBe(true);
  });

  it('looks at every product again, says what changed, and notices what is gone', async () => {
    const server = await productServer();
    const db = await aJournal();
    const { sync, until } = await syncOn(db, server.provider);
    await sync.import(readPasted('A1;1.000;2.000\nB2\nC3'));
    await until('import', 'done');
    server.says.set('A1', () => ({ json: product('A1', { Status: 'inactive', category: { name: 'Data' } }) }));
    server.says.set('C3', () => noProduct);
    await sync.refresh();
    await until('refresh', 'idle');
    const changes = await db.catalogue.changes(null, 10);
    expect(changes.map(({ productCode, what: field, now }) => [productCode, field, now])).toEqual([
      ['C3', 'gone', 'true'],
      ['A1', 'category', 'Data'],
      ['A1', 'active', 'false'],
    ]);
    expect(await db.catalogue.list()).toMatchObject([
      { productCode: 'A1', active: false, cost: 1000, sellingPrice: 2000 },
      { productCode: 'B2', goneAt: null },
      { productCode: 'C3', active: true, goneAt: expect.any(String) },
    ]);
    expect(sync.work().refresh).toMatchObject({ done: 3, total: 3, finishedAt: expect.any(String) });
    server.says.clear();
    await sync.refresh();
    await until('refresh', 'idle');
    expect(await db.catalogue.get('C3')).toMatchObject({ goneAt: null });
    const back = (await db.catalogue.changes(null, 10)).find(({ what: field }) => field === 'gone');
    expect(back).toMatchObject({ productCode: 'C3', was: 'true', now: 'false' });
  });

  it('does not believe that everything is gone at once', async () => {
    const server = await productServer();
    const db = await aJournal();
    const codes = Array.from({ length: 30 }, (_, n) => `C${n + 10}`);
    const { sync, until } = await syncOn(db, server.provider);
    await sync.import(readPasted(codes.join('\n')));
    await until('import', 'done');
    for (const code of codes) server.says.set(code, () => noProduct);
    await sync.refresh();
    await until('refresh', 'stopped');
    expect(sync.work().refresh.reason).toBe('refused');
    expect((await db.catalogue.list()).filter(({ goneAt }) => goneAt !== null).length).toBeLessThan(10);
  });

  it('looks at night at a minute that chance has chosen, also when the machine slept through it', async () => {
    const server = await productServer();
    const db = await aJournal();
    let now = Date.parse('2026-03-10T21:00:00+07:00');
    const clock = { ...systemClock, now: () => now };
    const { sync, until } = await syncOn(db, server.provider, { clock });
    await sync.import(readPasted('A1'));
    await until('import', 'done');
    const nextAt = Date.parse(sync.work().refresh.nextAt ?? '');
    expect(nextAt).toBeGreaterThanOrEqual(Date.parse('2026-03-11T02:00:00+07:00'));
    expect(nextAt).toBeLessThan(Date.parse('2026-03-11T05:00:00+07:00'));
    sync.startNightlyRefreshIfDue();
    expect(sync.work().refresh).toMatchObject({ state: 'idle', finishedAt: null });
    now = Date.parse('2026-03-11T08:00:00+07:00');
    sync.startNightlyRefreshIfDue();
    await vi.waitFor(() => expect(sync.work().refresh.finishedAt).not.toBeNull(), { timeout: 30_000 });
    expect(Date.parse(sync.work().refresh.nextAt ?? '')).toBeGreaterThan(Date.parse('2026-03-12T02:00:00+07:00') - 1);
  });

  it('waits for the connection to be set up', async () => {
    const db = await aJournal();
    const { sync, until } = await syncOn(db, null);
    await sync.import(readPasted('A1'));
    await until('import', 'stopped');
    expect(sync.work()).toMatchObject({ import: { reason: 'not_configured' }, refresh: { nextAt: null } });
  });
});

describe('fetchPicture and LogoCache', () => {
  const png = (width = 1, height = 1): Buffer => {
    const bytes = Buffer.alloc(64);
    bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const here = { loopback: true, proxy: null, clock: systemClock, timeoutMs: 1000 };
  const outside = { loopback: false, proxy: null, clock: systemClock, timeoutMs: 1000 };

  it.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:169.254.169.254', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['2002:a9fe:a9fe::1', false],
    ['2001:db8::1', false],
    ['2606:4700::1111', true],
    ['localhost', false],
  ])('knows whether %s is an address of the open internet', (address, open) => {
    expect(isPublic(address)).toBe(open);
  });

  it.each([
    'http://127.0.0.1:1/x.png',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/x.png',
    'https://[::1]/x.png',
    'https://[::ffff:10.0.0.1]/x.png',
    'https://2130706433/x.png',
    'https://0x7f.1/x.png',
    'https://localhost/x.png',
    'http://example.com/x.png',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'ftp://example.com/x.png',
    'https://user:word@example.com/x.png',
    '//example.com/x.png',
    'logo.png',
  ])('does not go where %s would lead', async (address) => {
    expect(await fetchPicture(address, outside)).toBeNull();
  });

  it('asks nobody on this machine, nor by a name that means it, unless the provider runs here', async () => {
    let requestCount = 0;
    const url = await aServer((_request, response) => {
      requestCount += 1;
      response.end(png());
    });
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await fetchPicture(`${url}/x.png`, outside)).toBeNull();
    expect(await fetchPicture(named.replace('http', 'https'), outside)).toBeNull();
    expect(requestCount).toBe(0);
    expect(await fetchPicture(`${url}/x.png`, here)).toEqual(png());
    expect(requestCount).toBe(1);
  });

  it('follows redirects only to where it might have gone itself, and not for ever', async () => {
    const requests: string[] = [];
    const to: Record<string, string> = {
      '/private': 'http://10.0.0.1/x.png',
      '/meta': 'http://169.254.169.254/latest',
      '/file': 'file:///etc/passwd',
      '/plain': 'http://example.com/x.png',
      '/round': '/round',
      '/good': '/x.png',
    };
    const url = await aServer((request, response) => {
      requests.push(request.url ?? '');
      const location = to[request.url ?? ''];
      if (location === undefined) response.end(png());
      else response.writeHead(302, { location }).end();
    });
    for (const path of ['/private', '/meta', '/file', '/plain', '/round']) {
      expect(await fetchPicture(url + path, here)).toBeNull();
    }
    expect(requests.filter((path) => path === '/round')).toHaveLength(4);
    expect(await fetchPicture(`${url}/good`, here)).toEqual(png());
  });

  it('takes no more than a logo, no packed answer, and waits for nobody', async () => {
    const cut = { count: 0 };
    const url = await aServer((request, response) => {
      response.on('close', () => {
        if (!response.writableFinished) cut.count += 1;
      });
      if (request.url === '/long') response.writeHead(200, { 'content-length': maxBytes + 1 }).write('x');
      if (request.url === '/endless') {
        const more = (): void =>
          void (response.destroyed || (response.write(Buffer.alloc(65_536)), setImmediate(more)));
        more();
      }
      if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(png());
      if (request.url === '/half')
        response.writeHead(200, { 'content-length': 64 }).write('x', () => response.destroy());
      if (request.url === '/missing') response.writeHead(404).end(png());
      // /silent is never answered.
    });
    for (const path of ['/long', '/endless', '/packed', '/half', '/missing']) {
      expect(await fetchPicture(url + path, here)).toBeNull();
    }
    expect(await fetchPicture(`${url}/silent`, { ...here, timeoutMs: 60 })).toBeNull();
    await vi.waitFor(() => expect(cut.count).toBeGreaterThanOrEqual(3));
  });

  it('says nothing of the shop to the owner of the picture', async () => {
    let headers: object = {};
    const url = await aServer((request, response) => {
      headers = request.headers;
      response.end(png());
    });
    await fetchPicture(`${url}/x.png`, here);
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  });

  it('has a picture through a proxy, which gets the address that was checked, and whose password goes no further', async () => {
    await using proxy = await connectProxy(200);
    let headers: object = {};
    const url = await aServer((request, response) => {
      headers = request.headers;
      response.end(png());
    });
    const { port } = new URL(url);
    expect(await fetchPicture(`http://localhost:${port}/x.png`, { ...here, proxy: proxy.url })).toEqual(png());
    expect(proxy.requestLines.map((request) => request.split(' ')[0])).toEqual([`127.0.0.1:${port}`]);
    expect(headers).toEqual({
      accept: expect.any(String),
      'accept-encoding': 'identity',
      connection: 'close',
      host: `localhost:${port}`,
    });
    for (const address of ['https://localhost/x.png', 'https://10.0.0.1/x.png']) {
      expect(await fetchPicture(address, { ...outside, proxy: proxy.url })).toBeNull();
    }
    expect(proxy.requestLines).toHaveLength(1);
  });

  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108001000200301220002110103110100', 'hex');
  const webp = (kind: string, rest: string): Buffer =>
    Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(rest.padEnd(40, '0'), 'hex')]);

  it.each([
    ['a PNG', png(), 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a WebP', webp('VP8 ', '0000009d012a10002000'), 'image/webp'],
    ['a lossless WebP', webp('VP8L', '2f0f400000'), 'image/webp'],
    ['a WebP of parts', webp('VP8X', '000000000f00000f0000'), 'image/webp'],
    ['a PNG of four gigapixels', png(65_535, 65_535), null],
    ['a PNG of nothing', png(0, 0), null],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), null],
    ['a page', Buffer.from(`<!doctype html>${' '.repeat(100)}`), null],
    ['a GIF', Buffer.from(`GIF89a${' '.repeat(60)}`), null],
    ['a JPEG that ends too soon', Buffer.from('ffd8ffe00010', 'hex'), null],
    ['nothing', Buffer.alloc(0), null],
  ])('shows %s only if it is a picture', (_, bytes, type) => {
    expect(pictureType(bytes)).toBe(type);
  });

  async function logoWorld(answers: Record<string, Buffer | null>) {
    const requests: string[] = [];
    const url = await aServer((request, response) => {
      requests.push(request.url ?? '');
      const bytes = answers[request.url ?? ''];
      if (bytes) response.end(bytes);
      else response.writeHead(404).end();
    });
    const db = await aJournal();
    for (const [n, path] of Object.keys(answers).entries()) {
      await db.saveProduct({ ...goodProduct, productCode: `P${n}`, logo: url + path }, '2026-03-10T03:00:00.000Z');
    }
    const folder = join(temporaryFolder(), 'logos');
    const arrived: string[] = [];
    const sync = createLogoCache({
      book: db.catalogue,
      files: logoFiles(folder),
      network: { picture: fetchPicture },
      clock: { ...systemClock, sleep: async () => {} },
      log: recordingLog(),
      loopback: true,
      proxy: null,
      arrived: (codes) => void arrived.push(...codes),
    });
    onTestFinished(() => sync.stop());
    return { sync, db, folder, arrived, requests };
  }

  it('fetches each logo once, keeps it for days without a line, and leaves what cannot be had alone', async () => {
    const { sync, db, requests, arrived } = await logoWorld({
      '/a.png': png(),
      '/b.svg': Buffer.from('<svg/>'),
      '/c': null,
    });
    sync.fetchMissing();
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    await vi.waitFor(async () => expect(await db.catalogue.logosToFetch('', 9)).toEqual([]));
    expect(arrived).toEqual(['P0']);
    const logo = (await db.catalogue.get('P0'))?.logo ?? '';
    expect(await sync.urls([logo])).toEqual([{ name: logo, url: `data:image/png;base64,${png().toString('base64')}` }]);
    expect(await db.catalogue.get('P1')).toMatchObject({ logo: null });
    sync.fetchMissing();
    sync.retryFailed();
    await vi.waitFor(() => expect(requests.toSorted()).toEqual(['/a.png', '/b.svg', '/b.svg', '/c', '/c']));
  });

  it('shows no file that was changed on the disk, and fetches it again', async () => {
    const { sync, db, requests, folder } = await logoWorld({ '/a.png': png() });
    sync.fetchMissing();
    const name = await vi.waitFor(async () => {
      const logo = (await db.catalogue.get('P0'))?.logo;
      if (!logo) throw new Error('not yet');
      return logo;
    });
    expect(readdirSync(folder)).toEqual([name]);
    writeFileSync(join(folder, name), Buffer.concat([png(), Buffer.from('more')]));
    expect(await sync.urls([name])).toEqual([]);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    await vi.waitFor(async () => expect(await sync.urls([name])).toHaveLength(1));
  });
});
