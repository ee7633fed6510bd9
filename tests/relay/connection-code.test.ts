import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionCode, readConnectionCode } from '../../src/shared/wire/connection-code.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { type RelayEnvironment, relayCommandFed, relayCommandInProcess } from '../support/relay-process.ts';
import { folder } from '../support/temporary-folder.ts';

const publicUrl = 'https://relay.example.com';

interface Answer {
  mailbox: string;
  token: string;
  connectionCode: string;
}

async function relay(settings: RelayEnvironment = {}) {
  const env = { ...(await newDatabase()).env, RELAY_PUBLIC_URL: publicUrl, ...settings };
  const run = (...args: string[]) => relayCommandInProcess(env, 'mailbox', ...args);
  const answered = async (...args: string[]): Promise<Answer> =>
    JSON.parse((await run(...args, '--json')).stdout) as Answer;
  return { env, run, answered };
}

function contentOf({ connectionCode }: Answer): ConnectionCode {
  const read = readConnectionCode(connectionCode);
  if (!read.ok) throw new Error(read.fault);
  return read.code;
}

test('a new mailbox has a code with all that its counter needs', async () => {
  const { answered } = await relay();
  const creation = await answered('create', 'A', '--secret', 'a-key');
  const { mailbox, token } = creation;
  const content = { relayUrl: publicUrl, mailbox, token, secretKey: 'a-key', provider: null, shopKey: null };
  expect(contentOf(creation)).toEqual(content);
  expect(contentOf(await answered('create', 'B', '--keyless'))).toMatchObject({ secretKey: null });
});

test('a rotated token has a code with the key in force; a rotated key has one without a token', async () => {
  const { answered } = await relay();
  const { mailbox } = await answered('create', 'A', '--secret', 'the-old-key');
  const rotated = await answered('rotate-secret', mailbox, '--secret', 'the-new-key');
  expect(contentOf(rotated)).toMatchObject({ mailbox, token: null, secretKey: 'the-new-key' });
  const renewed = await answered('rotate-token', mailbox);
  expect(contentOf(renewed)).toMatchObject({ mailbox, token: renewed.token, secretKey: 'the-new-key' });
});

test('the provider’s headers come from a file or the input, and nothing of them is said', async () => {
  const { env, run, answered } = await relay();
  const provider = ['--provider-url', 'https://api.example.com/v1'];
  const headers = { Authorization: 'Bearer not-to-be-said' };
  const path = join(await folder(), 'headers.json');
  await writeFile(path, JSON.stringify(headers));
  const mailbox = await answered('create', 'A', '--keyless', ...provider, '--provider-headers-file', path);
  expect(contentOf(mailbox).provider).toEqual({ url: 'https://api.example.com/v1', headers });
  const fed = ['mailbox', 'rotate-token', mailbox.mailbox, ...provider, '--provider-headers-stdin', '--json'];
  const { stdout } = await relayCommandFed(`${JSON.stringify(headers)}\n`, env, ...fed);
  expect(contentOf(JSON.parse(stdout) as Answer).provider?.headers).toEqual(headers);
  await writeFile(path, 'Bearer not-to-be-said');
  const bad = await run('create', 'B', '--keyless', ...provider, '--provider-headers-file', path);
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('JSON object');
  expect(bad.stderr + bad.stdout).not.toContain('not-to-be-said');
});

test('the QR code is shown on a terminal alone, and never with --json', async () => {
  const { run } = await relay();
  const { isTTY } = process.stdout;
  onTestFinished(() => void (process.stdout.isTTY = isTTY));
  process.stdout.isTTY = false;
  const piped = await run('create', 'A', '--secret', 'k');
  expect(piped.stdout).toMatch(/^connectionCode: KTC1\.[0-9A-Z]+\.[0-9A-Z]{7}$/m);
  expect(piped.stdout).not.toContain('█');
  process.stdout.isTTY = true;
  expect((await run('create', 'B', '--secret', 'k')).stdout).toContain('█');
  expect((await run('create', 'C', '--secret', 'k', '--json')).stdout).not.toContain('█');
});

test('what no counter takes has no code, and that is said', async () => {
  const { run, answered } = await relay({
    RELAY_PUBLIC_URL: 'http://relay.example.com',
    RELAY_ALLOW_INSECURE_PUBLIC_URL: 'true',
  });
  expect((await answered('create', 'A', '--secret', 'k')).connectionCode).toBeNull();
  expect((await run('create', 'B', '--secret', 'k')).stdout).toContain('No connection code');
});
