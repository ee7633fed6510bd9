import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { parseFeed, readFeed, signatureOf } from '../../../src/main/updates/feed.ts';
import { feedName, type ReleaseServer, releaseServer } from '../../support/fake-servers.ts';

let server: ReleaseServer;
beforeEach(async () => {
  server = await releaseServer();
  server.release('1.1.0');
});
afterEach(() => server.close());

const read = (more: { keys?: string[]; timeoutMs?: number; url?: string } = {}) =>
  readFeed(
    { feedName, fetch },
    { url: server.url, keys: [server.publicKey], clock: systemClock, timeoutMs: 5000, ...more },
  );

const problem = (reason: string) => ({ kind: 'problem', problem: reason });

/** Puts a list there as its maker would. */
function put(list: string): void {
  server.files.set(feedName, Buffer.from(list));
  server.files.set(`${feedName}.sig`, Buffer.from(signatureOf(feedName, Buffer.from(list), server.privateKey)));
}

describe('the list at the owner’s address', () => {
  it('is believed when one of the keys signed it', async () => {
    const release = await read({ keys: ['AAAA', server.publicKey], url: `${server.url}/` });
    expect(release).toMatchObject({ kind: 'release', release: { version: '1.1.0', stagedPercent: 100 } });
    expect(server.paths).toEqual([feedName, `${feedName}.sig`]);
  });

  it.each<[string, () => void]>([
    ['it was changed by one letter', () => swap(feedName, '1.1.0', '1.1.1')],
    ['nobody signed it', () => server.files.delete(`${feedName}.sig`)],
    ['its signature is no signature', () => server.files.set(`${feedName}.sig`, Buffer.from('trust me'))],
    ['its signature is empty', () => server.files.set(`${feedName}.sig`, Buffer.alloc(0))],
    [
      'somebody else signed it',
      () => {
        const other = generateKeyPairSync('ed25519').privateKey;
        server.files.set(`${feedName}.sig`, Buffer.from(signatureOf(feedName, server.files.get(feedName)!, other)));
      },
    ],
    [
      'it was signed for another system',
      () => {
        const signature = signatureOf('latest.yml', server.files.get(feedName)!, server.privateKey);
        server.files.set(`${feedName}.sig`, Buffer.from(signature));
      },
    ],
  ])('is not believed when %s', async (_why, spoil) => {
    spoil();
    expect(await read()).toEqual(problem('not_signed'));
  });

  it('is not believed by a program without keys', async () => {
    expect(await read({ keys: [] })).toEqual(problem('not_signed'));
  });

  it('is given up when it is not there, too long, broken off, in error or unreachable', async () => {
    server.files.delete(feedName);
    expect(await read()).toEqual(problem('not_found'));
    server.answers.set(feedName, (response) => response.writeHead(500).end('x'));
    expect(await read()).toEqual(problem('unreachable'));
    server.answers.set(feedName, (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(32_000, 'a')));
        response.once('drain', pour);
      };
      pour();
    });
    expect(await read()).toEqual(problem('not_understood'));
    server.answers.set(feedName, (response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('version: 1.1.0\n', () => response.destroy());
    });
    expect(await read()).toEqual(problem('unreachable'));
    await server.close();
    expect(await read()).toEqual(problem('unreachable'));
  });

  it('is given up when it takes too long, at its beginning or in the middle', async () => {
    server.answers.set(feedName, () => undefined);
    expect(await read({ timeoutMs: 50 })).toEqual(problem('too_slow'));
    server.answers.set(feedName, (response) => {
      response.writeHead(200);
      response.write('version');
    });
    expect(await read({ timeoutMs: 50 })).toEqual(problem('too_slow'));
  });

  it.each([
    ['a path out of its folder', `files: [{ url: ../evil.AppImage, sha512: ${'A'.repeat(86)}==, size: 5 }]`],
    ['a whole address', `files: [{ url: 'https://elsewhere.example/a', sha512: ${'A'.repeat(86)}==, size: 5 }]`],
    ['no digest', 'files: [{ url: a.AppImage, size: 5 }]'],
    ['another kind of digest', `files: [{ url: a.AppImage, sha512: ${'a'.repeat(64)}, size: 5 }]`],
    ['no files', 'files: []'],
  ])('is not understood with %s, though it is signed', async (_what, files) => {
    put(`version: 1.1.0\n${files}\n`);
    expect(await read()).toEqual(problem('not_understood'));
  });

  it.each(['1.1.0-beta.1', '1.1', 'v1.1.0', '1.1.0; rm', '123456.0.0'])('names no version as %s', async (version) => {
    const good = server.files.get(feedName)!.toString();
    expect(await parseFeed(good)).not.toBeNull();
    expect(await parseFeed(good.replaceAll('version: 1.1.0', `version: ${version}`))).toBeNull();
  });

  it('may be staged and have notes', async () => {
    const release = await parseFeed(
      `${server.files.get(feedName)!.toString()}stagingPercentage: 10\nreleaseNotes: ' Faster. '\n`,
    );
    expect(release).toMatchObject({ stagedPercent: 10, notes: 'Faster.', releasedAt: '2026-11-20T03:00:00.000Z' });
  });
});

function swap(name: string, from: string, to: string): void {
  server.files.set(name, Buffer.from(server.files.get(name)!.toString().replace(from, to)));
}
