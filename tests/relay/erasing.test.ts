import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { createCursors } from '../../src/relay/core/cursor.ts';
import { replayMailbox } from '../../src/relay/core/mailbox-service.ts';
import { systemClock } from '../../src/server/system.ts';
import {
  type Answer,
  beside,
  body,
  hook,
  poll,
  type RelayUnderTest,
  relayOfFile,
  sendRequest,
  sign,
  startRelay,
} from '../support/relay.ts';

interface Names {
  refs?: readonly string[];
  signatures?: readonly string[];
}

const post = (under: RelayUnderTest, path: string, json: object, token = under.token): Promise<Answer> =>
  sendRequest(under.relay.url, `/v1/mailboxes/${under.mailbox}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });

const erase = (under: RelayUnderTest, { refs = [], signatures = [] }: Names, token?: string): Promise<Answer> =>
  post(under, 'erase', { refs, signatures }, token);

const sharedRelay = relayOfFile();

/** A relay that has received these; each ref is an order of its own. Answers the cursors. */
async function relayWith(
  ids: readonly string[],
  start: () => Promise<RelayUnderTest> = sharedRelay,
): Promise<{ under: RelayUnderTest; cursors: string[] }> {
  const under = await start();
  for (const id of ids) expect((await hook(under, body(id), { ref: `order-${id}` })).status).toBe(200);
  return { under, cursors: (await poll(under)).events.map(({ cursor }) => cursor) };
}

const acked = async (under: RelayUnderTest, cursor: string | undefined): Promise<void> =>
  expect((await post(under, 'ack', { cursor })).status).toBe(200);

/** Reads on as a counter does: what was delivered, and a "gap" for each 410. */
async function readFrom(under: RelayUnderTest, start: string | null, limit = 50): Promise<string[]> {
  const seen: string[] = [];
  let after = start;
  for (;;) {
    const page = await poll(under, { after, limit });
    if (page.status === 410) {
      seen.push('gap');
      after = page.json.oldest as string | null;
      continue;
    }
    expect(page.status).toBe(200);
    seen.push(...page.events.map((event) => (JSON.parse(event.body) as { transaction_id: string }).transaction_id));
    after = page.json.next as string | null;
    if (page.json.more !== true) return seen;
  }
}

const rows = (under: RelayUnderTest) =>
  under.sql(`SELECT length(body) AS size, signature, ref FROM webhooks
    WHERE mailbox = (SELECT number FROM mailboxes WHERE id = '${under.mailbox}') ORDER BY webhooks.id`);
const emptied = { size: 0, signature: '', ref: null };

test('what was acknowledged is emptied; what was not stays whole and is delivered', async () => {
  const { under, cursors } = await relayWith(['T1', 'T2', 'T3']);
  await acked(under, cursors[1]);
  const answer = await erase(under, { refs: ['order-T2', 'order-T3', 'order-T9'] });
  expect(answer).toMatchObject({ status: 200, json: { status: 'success', erased: 1, kept: 1 } });
  const [first, second, third] = await rows(under);
  expect(first).toMatchObject({ ref: 'order-T1', signature: sign(body('T1')) });
  expect(second).toEqual(emptied);
  expect(third).toMatchObject({ ref: 'order-T3', signature: sign(body('T3')) });
  expect(await readFrom(under, cursors[1] ?? null)).toEqual(['T3']);
  await acked(under, cursors[2]);
  expect((await erase(under, { refs: ['order-T2', 'order-T3'] })).json).toMatchObject({ erased: 1, kept: 0 });
  expect((await erase(under, { refs: ['order-T2', 'order-T3'] })).json).toMatchObject({ erased: 0, kept: 0 });
});

test('nothing is erased before anything was acknowledged', async () => {
  const { under } = await relayWith(['T1', 'T2']);
  const names = { refs: ['order-T1', 'order-T2'], signatures: [sign(body('T1'))] };
  expect((await erase(under, names)).json).toMatchObject({ erased: 0, kept: 2 });
  expect(await readFrom(under, null)).toEqual(['T1', 'T2']);
});

test('one without a ref is named by its signature', async () => {
  const under = await sharedRelay();
  for (const id of ['T1', 'T2']) {
    const text = body(id);
    const headers = { 'content-type': 'application/json', 'x-service-signature': sign(text) };
    const path = `/hooks/${under.mailbox}`;
    expect((await sendRequest(under.relay.url, path, { method: 'POST', headers, body: text })).status).toBe(200);
  }
  await acked(under, (await poll(under)).events[1]?.cursor);
  expect((await erase(under, { signatures: [sign(body('T1'))] })).json).toMatchObject({ erased: 1, kept: 0 });
  expect(await rows(under)).toMatchObject([emptied, { signature: sign(body('T2')) }]);
});

test('a wrong token, and that of another mailbox, erase nothing', async () => {
  const { under, cursors } = await relayWith(['T1']);
  await acked(under, cursors[0]);
  const other = await under.relay.createMailbox({ name: 'another shop', secret: 'another' });
  for (const token of ['wrong', '', other.token]) {
    expect((await erase(under, { refs: ['order-T1'] }, token)).status).toBe(401);
  }
  // Its own mailbox holds none of these.
  const elsewhere = { ...under, ...other };
  expect((await erase(elsewhere, { refs: ['order-T1'] })).json).toMatchObject({ erased: 0, kept: 0 });
  expect(await rows(under)).toMatchObject([{ ref: 'order-T1', signature: sign(body('T1')) }]);
});

test.each([
  ['at once', false],
  ['after a restart', true],
])('a webhook that comes again %s is a repeat: 200, not stored and not delivered', async (_when, restarts) => {
  const { under, cursors } = await relayWith(['T1', 'T2'], startRelay);
  await acked(under, cursors[1]);
  await erase(under, { refs: ['order-T1'] });
  if (restarts) await under.restart();
  expect((await hook(under, body('T1'), { ref: 'order-T1' })).status).toBe(200);
  expect(await rows(under)).toMatchObject([emptied, { ref: 'order-T2' }]);
  expect(await readFrom(under, cursors[1] ?? null)).toEqual([]);
  // The same words to another address are another webhook, as ever.
  expect((await hook(under, body('T1'), { ref: 'order-T7' })).status).toBe(200);
  expect(await readFrom(under, cursors[1] ?? null)).toEqual(['T1']);
});

test.each([1, 2, 50])(
  'who reads from before it, %i at a time, gets a gap there and everything that is whole',
  async (limit) => {
    const { under, cursors } = await relayWith(['T1', 'T2', 'T3', 'T4', 'T5', 'T6']);
    await acked(under, cursors[4]);
    await erase(under, { refs: ['order-T2', 'order-T3', 'order-T5'] });
    const received = await readFrom(under, null, limit);
    expect(received.filter((each) => each !== 'gap')).toEqual(['T1', 'T4', 'T6']);
    // Two emptied ones that follow each other are one gap, unless the page ends between them.
    expect(received.join()).toMatch(/^T1,gap,(gap,)?T4,gap,T6$/);
    expect(await readFrom(under, cursors[2] ?? null, limit)).toEqual(['T4', 'gap', 'T6']);
    // The cursor of an emptied one stays good, also for an acknowledgement.
    expect(await readFrom(under, cursors[4] ?? null, limit)).toEqual(['T6']);
    await acked(under, cursors[4]);
  },
);

test('where all that is kept was emptied, a new reader gets one gap and waits behind it', async () => {
  const { under, cursors } = await relayWith(['T1', 'T2']);
  await acked(under, cursors[1]);
  await erase(under, { refs: ['order-T1', 'order-T2'] });
  expect(await readFrom(under, null)).toEqual(['gap']);
  expect(await readFrom(under, cursors[1] ?? null)).toEqual([]);
});

test('a replay leaves emptied ones out, and those it delivers again are erased once they are acknowledged again', async () => {
  const { under, cursors } = await relayWith(['T1', 'T2', 'T3']);
  await acked(under, cursors[2]);
  await erase(under, { refs: ['order-T2'] });
  const { store, mailboxes } = await beside(under);
  const parts = { store: mailboxes, cursors: createCursors(() => store.epoch), clock: systemClock };
  expect(await replayMailbox(parts, { mailbox: under.mailbox, from: null })).toMatchObject({ replayed: 2 });
  expect((await erase(under, { refs: ['order-T1'] })).json).toMatchObject({ erased: 0, kept: 1 });
  expect(await readFrom(under, cursors[2] ?? null)).toEqual(['T1', 'T3']);
  const again = await poll(under, { after: cursors[2] ?? null });
  await acked(under, again.events[1]?.cursor);
  expect((await erase(under, { refs: ['order-T1'] })).json).toMatchObject({ erased: 1, kept: 0 });
});

test('a request that is not one is refused and erases nothing', async () => {
  const { under, cursors } = await relayWith(['T1']);
  await acked(under, cursors[0]);
  const many = Array.from({ length: 101 }, () => 'order-T1');
  for (const json of [{}, { refs: ['order-T1'] }, { refs: ['a b'], signatures: [] }, { refs: many, signatures: [] }]) {
    expect((await post(under, 'erase', json)).status).toBe(400);
  }
  const path = `/v1/mailboxes/${under.mailbox}/erase`;
  expect((await sendRequest(under.relay.url, path)).status).toBe(405);
  expect((await sendRequest(under.relay.url, path, { method: 'POST', body: '{}' })).status).toBe(415);
  expect(await rows(under)).toMatchObject([{ ref: 'order-T1' }]);
});

test.skipIf(inject('engine') !== 'sqlite')('nothing of it is left in the file', async () => {
  const under = await startRelay();
  // The fingerprint keeps the part of the sale's id that is a time.
  const [gone, other] = ['0195f0aa-0000-7000-8000-00000000000a', '0195f0aa-0000-7000-8000-00000000000b'];
  for (const [ref, id] of [
    [gone, 'T1'],
    [other, 'T2'],
  ] as const) {
    await hook(under, body(id), { ref });
  }
  await acked(under, (await poll(under)).events[1]?.cursor);
  await erase(under, { refs: [gone] });
  await under.relay.close();
  if (under.database.engine !== 'sqlite') throw new Error('a file');
  const file = readFileSync(under.database.path);
  for (const trace of ['"T1"', gone, sign(body('T1'))]) expect(file.includes(trace)).toBe(false);
  for (const trace of ['"T2"', other, sign(body('T2'))]) expect(file.includes(trace)).toBe(true);
});
