import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { body, sendRequest, sign } from '../support/relay.ts';
import { databaseWithoutTables, newDatabase } from '../support/relay-databases.ts';
import { type RelayEnvironment, relayCommand, relayCommandFed, relayProcess } from '../support/relay-process.ts';

interface CreatedMailbox {
  mailbox: string;
  token: string;
  callbackUrl: string;
}

async function create(env: RelayEnvironment, secret: string): Promise<CreatedMailbox> {
  const { stdout } = await relayCommand(env, 'mailbox', 'create', 'Toko Satu', '--secret', secret, '--json');
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as CreatedMailbox;
}

const anyText = ['plain', '--looks-like-an-option', 'with "quotes" and spaces', 'kunci-é-🔑'];

test('a running relay serves a new mailbox at once, with any text as its secret', async () => {
  const { env } = await newDatabase();
  const { url, line } = await relayProcess(env);
  expect(line).toContain(url);
  const outside = { ...env, RELAY_PUBLIC_URL: 'https://relay.example/' };
  for (const secret of anyText) {
    const mailbox = await create(outside, secret);
    expect(mailbox.callbackUrl).toBe(`https://relay.example/hooks/${mailbox.mailbox}`);
    const headers = { 'x-service-signature': sign(body('T1'), secret) };
    const answer = await sendRequest(url, `/hooks/${mailbox.mailbox}/order-1`, {
      method: 'POST',
      body: body('T1'),
      headers,
    });
    expect([secret, answer.status]).toEqual([secret, 200]);
  }
});

test('keeps neither secret nor token readable in the database', async () => {
  const { env, sql } = await newDatabase();
  const mailbox = await create(env, 'a-very-visible-secret');
  const rows = [];
  for (const table of ['metadata', 'mailboxes', 'mailbox_secrets']) rows.push(await sql(`SELECT * FROM ${table}`));
  const text = JSON.stringify(rows);
  expect(text).not.toContain('a-very-visible-secret');
  expect(text).not.toContain(mailbox.token);
  expect(text).toContain(mailbox.mailbox);
});

test('refuses another master key rather than taking webhooks it cannot check', async () => {
  const { env } = await newDatabase();
  await create(env, 'a-secret');
  const another = randomBytes(32).toString('hex');
  const { code, stdout, stderr } = await relayCommand({ ...env, RELAY_MASTER_KEY: another });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('RELAY_MASTER_KEY');
});

test('takes a secret from the standard input, without the line break at its end', async () => {
  const { env } = await newDatabase();
  const { url } = await relayProcess(env);
  const { stdout } = await relayCommandFed(
    'kunci rahasia\n',
    env,
    'mailbox',
    'create',
    'A',
    '--secret-stdin',
    '--json',
  );
  const { mailbox } = JSON.parse(stdout) as CreatedMailbox;
  const headers = { 'x-service-signature': sign(body('T1'), 'kunci rahasia') };
  expect((await sendRequest(url, `/hooks/${mailbox}`, { method: 'POST', body: body('T1'), headers })).status).toBe(200);
});

test('two relays that start at once on a new database both come up', async () => {
  const { env } = await databaseWithoutTables();
  const [one, two] = await Promise.all([relayProcess(env), relayProcess(env)]);
  expect((await sendRequest(one.url, '/readyz')).status).toBe(200);
  expect((await sendRequest(two.url, '/readyz')).status).toBe(200);
});
