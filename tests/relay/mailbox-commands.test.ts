import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, body, type EventAnswer, metricsOf, sendRequest, sign } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { type RelayEnvironment, relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { type AtEnd, folder } from '../support/temporary-folder.ts';

interface CreatedMailbox {
  mailbox: string;
  token: string;
  callbackUrl: string;
}

const soon = { timeout: 30_000, interval: 50 };

/** A real relay process on a database of its own. */
async function started(atEnd: AtEnd) {
  const { url: database } = await newDatabase(atEnd);
  const env: RelayEnvironment = {
    RELAY_DATABASE_URL: database,
    RELAY_PORT: '0',
    RELAY_MASTER_KEY: randomBytes(32).toString('hex'),
  };
  return { env, ...(await relayProcess(env, atEnd)) };
}

const ends: Array<() => void | Promise<void>> = [];
let shared: Promise<Awaited<ReturnType<typeof started>>> | null = null;
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** One relay for all whose mailboxes do not notice others beside them. */
const beside = async () => besideOf(await (shared ??= started((end) => void ends.push(end))));
/** One alone, for what is about all mailboxes of a database. */
const besideAlone = async () => besideOf(await started(onTestFinished));

/** Commands beside it; `command.test.ts` runs them as processes. */
function besideOf({ env, url, metricsUrl }: Awaited<ReturnType<typeof started>>) {
  const lines: string[] = [];
  const run = async (...args: string[]) => {
    const done = await relayCommandInProcess(env, ...args);
    lines.push(done.stdout, done.stderr);
    return done;
  };
  const answered = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    return JSON.parse(stdout) as T;
  };
  return {
    env,
    url,
    metricsUrl,
    lines,
    run,
    answered,
    create: (secret: string) => answered<CreatedMailbox>('mailbox', 'create', 'Toko Satu', '--secret', secret),
    hook: async ({ mailbox }: CreatedMailbox, id: string, key: string): Promise<number> => {
      const headers = { 'x-service-event': 'transaction.update', 'x-service-signature': sign(body(id), key) };
      return (await sendRequest(url, `/hooks/${mailbox}/order-1`, { method: 'POST', body: body(id), headers })).status;
    },
    poll: async (
      { mailbox, token }: Pick<CreatedMailbox, 'mailbox' | 'token'>,
      query = '',
    ): Promise<Answer & { ids: string[]; cursors: string[] }> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await sendRequest(url, `/v1/mailboxes/${mailbox}/events?${query}`, { headers });
      const events = (answer.json.events as EventAnswer[] | undefined) ?? [];
      const ids = events.map((event) => (JSON.parse(event.body) as { transaction_id: string }).transaction_id);
      return { ...answer, ids, cursors: events.map((event) => event.cursor) };
    },
  };
}

test('a rotated secret: both sign until the old one is retired, and then only the new one', async () => {
  const relay = await beside();
  const mailbox = await relay.create('the-old-key');
  expect(await relay.hook(mailbox, 'T1', 'the-old-key')).toBe(200);
  const rotated = await relay.answered<{ oldSecretValidUntil: string }>(
    'mailbox',
    'rotate-secret',
    mailbox.mailbox,
    '--secret',
    'the-new-key',
  );
  const days = (Date.parse(rotated.oldSecretValidUntil) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(await relay.hook(mailbox, 'T2', 'the-new-key')).toBe(200);
  expect(await relay.hook(mailbox, 'T3', 'the-old-key')).toBe(200);

  const again = await relay.run('mailbox', 'rotate-secret', mailbox.mailbox, '--secret', 'a-third-key');
  expect(again.code).toBe(3);
  expect(again.stderr).toContain('retire-secret');
  expect((await relay.answered<{ retired: number }>('mailbox', 'retire-secret', mailbox.mailbox)).retired).toBe(1);
  await vi.waitFor(async () => expect(await relay.hook(mailbox, 'T4', 'the-old-key')).toBe(401), soon);
  expect(await relay.hook(mailbox, 'T5', 'the-new-key')).toBe(200);
  expect((await relay.poll(mailbox)).ids.slice(0, 3)).toEqual(['T1', 'T2', 'T3']);
  for (const key of ['the-old-key', 'the-new-key', 'a-third-key']) expect(relay.lines.join('\n')).not.toContain(key);
});

test('a stored webhook that is sent again with the new secret’s signature is stored again: the counter may trust only that key', async () => {
  const relay = await beside();
  const mailbox = await relay.create('the-old-key');
  expect(await relay.hook(mailbox, 'T1', 'the-old-key')).toBe(200);
  await relay.answered('mailbox', 'rotate-secret', mailbox.mailbox, '--secret', 'the-new-key');
  for (const key of ['the-new-key', 'the-new-key', 'the-old-key'])
    expect(await relay.hook(mailbox, 'T1', key)).toBe(200);
  const events = (await relay.poll(mailbox)).json.events as EventAnswer[];
  expect(events.map(({ signature }) => signature)).toEqual([
    sign(body('T1'), 'the-old-key'),
    sign(body('T1'), 'the-new-key'),
  ]);
});

test('a secret rotated with --retire-in 0 ends the old one at once; it may come from a file', async () => {
  const relay = await beside();
  const mailbox = await relay.create('the-old-key');
  const file = join(await folder(), 'key');
  await writeFile(file, 'kunci baru é\n');
  await relay.answered('mailbox', 'rotate-secret', mailbox.mailbox, '--secret-file', file, '--retire-in', '0');
  expect(await relay.hook(mailbox, 'T1', 'kunci baru é')).toBe(200);
  await vi.waitFor(async () => expect(await relay.hook(mailbox, 'T2', 'the-old-key')).toBe(401), soon);
});

test('after a token rotation the new token reads everything, and the old one is refused within a second', async () => {
  const relay = await beside();
  const mailbox = await relay.create('a-key');
  await relay.hook(mailbox, 'T1', 'a-key');
  expect((await relay.poll(mailbox)).ids).toEqual(['T1']);
  const { token } = await relay.answered<{ token: string }>('mailbox', 'rotate-token', mailbox.mailbox);
  expect((await relay.poll({ ...mailbox, token })).ids).toEqual(['T1']);
  await vi.waitFor(async () => expect((await relay.poll(mailbox)).status).toBe(401), soon);
  expect(relay.lines.join('\n').split(token)).toHaveLength(2);
});

test('a poll that is held under the old token gets nothing that comes after the rotation', async () => {
  const relay = await beside();
  const mailbox = await relay.create('a-key');
  const held = relay.poll(mailbox, 'wait=20');
  await vi.waitFor(async () => expect(await metricsOf(relay)).toMatch(/^relay_long_polls_active 1$/m));
  const { token } = await relay.answered<{ token: string }>('mailbox', 'rotate-token', mailbox.mailbox);
  await vi.waitFor(
    async () =>
      expect(
        (
          await sendRequest(relay.url, `/v1/mailboxes/${mailbox.mailbox}/ack`, {
            method: 'POST',
            body: JSON.stringify({ cursor: 'x' }),
            headers: { authorization: `Bearer ${mailbox.token}`, 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(401),
    soon,
  );
  await relay.hook(mailbox, 'T1', 'a-key');
  expect((await held).status).toBe(401);
  expect((await relay.poll({ ...mailbox, token })).ids).toEqual(['T1']);
});

test('disabled, a mailbox is answered as an unknown one; enabled again, it has what it had', async () => {
  const relay = await beside();
  const mailbox = await relay.create('a-key');
  await relay.hook(mailbox, 'T1', 'a-key');
  await relay.answered('mailbox', 'disable', mailbox.mailbox);
  // Until it knows of it a relay takes what it knows; what it has already is kept once.
  await vi.waitFor(async () => expect(await relay.hook(mailbox, 'T1', 'a-key')).toBe(401), soon);
  expect((await relay.poll(mailbox)).status).toBe(401);
  expect((await relay.run('mailbox', 'list')).stdout).toContain('(disabled)');
  await relay.answered('mailbox', 'enable', mailbox.mailbox);
  expect(await relay.hook(mailbox, 'T3', 'a-key')).toBe(200);
  expect((await relay.poll(mailbox)).ids).toEqual(['T1', 'T3']);
});

test('deleting asks for --yes and says what is lost; then the mailbox is as if it had never been, and others are not', async () => {
  const relay = await besideAlone();
  const mailbox = await relay.create('a-key');
  const other = await relay.create('another-key');
  await relay.hook(mailbox, 'T1', 'a-key');
  await relay.hook(other, 'T2', 'another-key');
  const refusal = await relay.run('mailbox', 'delete', mailbox.mailbox);
  expect(refusal.code).toBe(2);
  expect(refusal.stderr).toContain('--yes');
  expect(refusal.stderr).toContain('every webhook');
  expect((await relay.poll(mailbox)).ids).toEqual(['T1']);
  await relay.answered('mailbox', 'delete', mailbox.mailbox, '--yes');
  expect(await relay.hook(mailbox, 'T3', 'a-key')).toBe(401);
  expect((await relay.poll(mailbox)).status).toBe(401);
  const left = await relay.answered<Array<{ mailbox: string; kept: number }>>('mailbox', 'list');
  expect(left.map(({ mailbox, kept }) => [mailbox, kept])).toEqual([[other.mailbox, 1]]);
  expect((await relay.poll(other)).ids).toEqual(['T2']);
});

test('replayed webhooks meet a counter’s own cursor again, in their order, before what comes later', async () => {
  const relay = await beside();
  const mailbox = await relay.create('a-key');
  for (const id of ['T1', 'T2', 'T3']) await relay.hook(mailbox, id, 'a-key');
  const { cursors } = await relay.poll(mailbox);
  const read = cursors[2] ?? '';
  const held = relay.poll(mailbox, `after=${read}&wait=20`);
  expect(await relay.answered('mailbox', 'replay', mailbox.mailbox, '--from', cursors[0] ?? '')).toMatchObject({
    replayed: 2,
  });
  const woken = await held;
  expect(woken.ids).toEqual(['T2', 'T3']);
  await relay.hook(mailbox, 'T4', 'a-key');
  expect((await relay.poll(mailbox, `after=${woken.cursors[1]}`)).ids).toEqual(['T4']);
  expect(await relay.answered('mailbox', 'replay', mailbox.mailbox, '--oldest')).toMatchObject({ replayed: 4 });
  expect((await relay.poll(mailbox, `after=${woken.cursors[1]}`)).ids).toEqual(['T1', 'T2', 'T3', 'T4']);
  const foreign = await relay.run('mailbox', 'replay', mailbox.mailbox, '--from', 'not-a-cursor');
  expect(foreign.code).toBe(3);
});

test('after "restored" every old cursor is refused with 400 by relays that run, and all is read again from the oldest', async () => {
  const relay = await besideAlone();
  const mailbox = await relay.create('a-key');
  for (const id of ['T1', 'T2']) await relay.hook(mailbox, id, 'a-key');
  const { cursors } = await relay.poll(mailbox);
  await relay.answered('restored');
  await vi.waitFor(async () => expect((await relay.poll(mailbox, `after=${cursors[0]}`)).status).toBe(400), soon);
  const replayed = await relay.poll(mailbox);
  expect(replayed.ids).toEqual(['T1', 'T2']);
  expect((await relay.poll(mailbox, `after=${replayed.cursors[0]}`)).ids).toEqual(['T2']);
});

test('a keyless mailbox accepts any JSON, signed or not, with its signature unchanged', async () => {
  const relay = await beside();
  const mailbox = await relay.answered<CreatedMailbox>('mailbox', 'create', 'Toko Dua', '--keyless');
  const post = (payload: string, headers: Record<string, string> = {}) =>
    sendRequest(relay.url, `/hooks/${mailbox.mailbox}/order-1`, { method: 'POST', body: payload, headers });
  expect((await post(body('T1'))).status).toBe(200);
  expect((await post(body('T2'), { 'x-service-signature': 'nonsense' })).status).toBe(200);
  expect(await relay.hook(mailbox, 'T3', 'the counter’s own key')).toBe(200);
  expect((await post('')).status).toBe(400);
  expect((await post('{"transaction_id":')).status).toBe(400);
  const { json } = await relay.poll(mailbox);
  const signatures = (json.events as EventAnswer[]).map((event) => event.signature);
  expect(signatures).toEqual(['', 'nonsense', sign(body('T3'), 'the counter’s own key')]);
  expect((await relay.run('mailbox', 'list')).stdout).toContain('(keyless)');
  const rotating = await relay.run('mailbox', 'rotate-secret', mailbox.mailbox, '--secret', 'x-marks-it');
  expect(rotating.code).toBe(3);
  expect(rotating.stderr).not.toContain('x-marks-it');
});

test('in a keyless mailbox nobody can take a genuine webhook’s place with its words under another signature', async () => {
  const relay = await beside();
  const mailbox = await relay.answered<CreatedMailbox>('mailbox', 'create', 'Toko Dua', '--keyless');
  expect(await relay.hook(mailbox, 'T1', 'a forger’s key')).toBe(200);
  expect(await relay.hook(mailbox, 'T1', 'the counter’s own key')).toBe(200);
  expect(await relay.hook(mailbox, 'T1', 'the counter’s own key')).toBe(200);
  const { json } = await relay.poll(mailbox);
  const signatures = (json.events as EventAnswer[]).map((event) => event.signature);
  expect(signatures).toEqual([sign(body('T1'), 'a forger’s key'), sign(body('T1'), 'the counter’s own key')]);
});

test('says in words that there is no such mailbox, with a code of its own', async () => {
  const relay = await beside();
  for (const verb of ['disable', 'rotate-token', 'retire-secret', 'replay']) {
    const { code, stdout, stderr } = await relay.run('mailbox', verb, 'mNobody', '--json');
    expect([verb, code, stdout, stderr]).toEqual([verb, 3, '', 'There is no such mailbox\n']);
  }
});
