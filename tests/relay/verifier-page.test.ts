import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { loadVerifierPage } from '../../src/relay/http/verifier-page.ts';
import { vector } from '../support/contract-samples.ts';
import { startRelay } from '../support/relay.ts';
import { folder } from '../support/temporary-folder.ts';

const key = vector('public key (text)');

async function keysFile(text: string): Promise<string> {
  const path = join(await folder(), 'verifier-keys');
  writeFileSync(path, text);
  return path;
}

beforeAll(async () => {
  await buildIfNeeded('verifier');
});

test('the verifier page is served only where it is set', async () => {
  const { relay } = await startRelay();
  const answer = await fetch(`${relay.url}/verify`);
  expect([answer.status, await answer.json()]).toEqual([404, { status: 'error', message: 'There is nothing here' }]);
});

test('it comes with the shop’s keys and a policy that lets it ask for nothing, and nothing of it is logged', async () => {
  const lines: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => void lines.push(line),
    error: (...line: unknown[]) => void lines.push(line),
  };
  const verifierKeys = await keysFile(`# the shops\n\n${key} Toko "Makmur" <b>\r\n`);
  const { relay } = await startRelay({}, { verifierKeys, log });
  for (const path of ['/verify', '/verify/', '/verify?x=1']) {
    const answer = await fetch(relay.url + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(
      `<meta name="konter-keys" content="${key} Toko &quot;Makmur&quot; &lt;b&gt;">`,
    );
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|connect-src|\*/);
    expect(answer.headers.get('permissions-policy')).toContain('camera=(self)');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
  expect((await fetch(`${relay.url}/verify`, { method: 'POST' })).status).toBe(405);
  expect(lines).toEqual([]);
});

test.each([
  ['a key that is not whole', `${key} Toko\n${key.replace('.0EGG', '.0EGH')} Toko`, /line 2/],
  ['no key', '# nothing yet\n', /has no key/],
])('a file with %s stops the start, without its words', async (_what, text, message) => {
  await expect(loadVerifierPage(await keysFile(text))).rejects.toThrow(message);
});

test('a file that is not there stops it too', async () => {
  await expect(loadVerifierPage('/nowhere/verifier-keys')).rejects.toThrow(/cannot be read/);
});
