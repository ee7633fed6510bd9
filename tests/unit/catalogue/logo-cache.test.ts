import { Buffer } from 'node:buffer';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { fetchPicture, isPublic, maxBytes } from '../../../src/main/base/system/fetch-picture.ts';
import { createLogoCache, logoFiles, pictureType } from '../../../src/main/catalogue/logo-cache.ts';
import { aJournal, temporaryFolder } from '../../support/database-files.ts';
import { aServer, connectProxy } from '../../support/fake-servers.ts';
import { recordingLog } from '../../support/fake-system.ts';
import { goodProduct } from '../../support/provider-answers.ts';

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
    let asked = 0;
    const url = await aServer((_request, response) => {
      asked += 1;
      response.end(png());
    });
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await fetchPicture(`${url}/x.png`, outside)).toBeNull();
    expect(await fetchPicture(named.replace('http', 'https'), outside)).toBeNull();
    expect(asked).toBe(0);
    expect(await fetchPicture(`${url}/x.png`, here)).toEqual(png());
    expect(asked).toBe(1);
  });

  it('follows redirects only to where it might have gone itself, and not for ever', async () => {
    const asked: string[] = [];
    const to: Record<string, string> = {
      '/private': 'http://10.0.0.1/x.png',
      '/meta': 'http://169.254.169.254/latest',
      '/file': 'file:///etc/passwd',
      '/plain': 'http://example.com/x.png',
      '/round': '/round',
      '/good': '/x.png',
    };
    const url = await aServer((request, response) => {
      asked.push(request.url ?? '');
      const location = to[request.url ?? ''];
      if (location === undefined) response.end(png());
      else response.writeHead(302, { location }).end();
    });
    for (const path of ['/private', '/meta', '/file', '/plain', '/round']) {
      expect(await fetchPicture(url + path, here)).toBeNull();
    }
    expect(asked.filter((path) => path === '/round')).toHaveLength(4);
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

  it('says nothing of the shop to whoever has the picture', async () => {
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
    expect(proxy.asked.map((asked) => asked.split(' ')[0])).toEqual([`127.0.0.1:${port}`]);
    expect(headers).toEqual({
      accept: expect.any(String),
      'accept-encoding': 'identity',
      connection: 'close',
      host: `localhost:${port}`,
    });
    for (const address of ['https://localhost/x.png', 'https://10.0.0.1/x.png']) {
      expect(await fetchPicture(address, { ...outside, proxy: proxy.url })).toBeNull();
    }
    expect(proxy.asked).toHaveLength(1);
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

  async function kept(answers: Record<string, Buffer | null>) {
    const asked: string[] = [];
    const url = await aServer((request, response) => {
      asked.push(request.url ?? '');
      const bytes = answers[request.url ?? ''];
      if (bytes) response.end(bytes);
      else response.writeHead(404).end();
    });
    const journal = await aJournal();
    for (const [n, path] of Object.keys(answers).entries()) {
      await journal.saveProduct({ ...goodProduct, productCode: `P${n}`, logo: url + path }, '2026-03-10T03:00:00.000Z');
    }
    const folder = join(temporaryFolder(), 'logos');
    const arrived: string[] = [];
    const keeper = createLogoCache({
      book: journal.catalogue,
      files: logoFiles(folder),
      network: { picture: fetchPicture },
      clock: { ...systemClock, sleep: async () => {} },
      log: recordingLog(),
      loopback: true,
      proxy: null,
      arrived: (codes) => void arrived.push(...codes),
    });
    onTestFinished(() => keeper.stop());
    return { keeper, journal, folder, arrived, asked };
  }

  it('fetches each logo once, keeps it for days without a line, and leaves what cannot be had alone', async () => {
    const { keeper, journal, asked, arrived } = await kept({
      '/a.png': png(),
      '/b.svg': Buffer.from('<svg/>'),
      '/c': null,
    });
    keeper.fetchMissing();
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    await vi.waitFor(async () => expect(await journal.catalogue.logosToFetch('', 9)).toEqual([]));
    expect(arrived).toEqual(['P0']);
    const logo = (await journal.catalogue.get('P0'))?.logo ?? '';
    expect(await keeper.urls([logo])).toEqual([
      { name: logo, url: `data:image/png;base64,${png().toString('base64')}` },
    ]);
    expect(await journal.catalogue.get('P1')).toMatchObject({ logo: null });
    keeper.fetchMissing();
    keeper.retryFailed();
    await vi.waitFor(() => expect(asked.toSorted()).toEqual(['/a.png', '/b.svg', '/b.svg', '/c', '/c']));
  });

  it('shows no file that was changed on the disk, and fetches it again', async () => {
    const { keeper, journal, asked, folder } = await kept({ '/a.png': png() });
    keeper.fetchMissing();
    const name = await vi.waitFor(async () => {
      const logo = (await journal.catalogue.get('P0'))?.logo;
      if (!logo) throw new Error('not yet');
      return logo;
    });
    expect(readdirSync(folder)).toEqual([name]);
    writeFileSync(join(folder, name), Buffer.concat([png(), Buffer.from('more')]));
    expect(await keeper.urls([name])).toEqual([]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await vi.waitFor(async () => expect(await keeper.urls([name])).toHaveLength(1));
  });
});
