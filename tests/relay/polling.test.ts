import { expect, test, vi } from 'vitest';
import {
  beside,
  body,
  hook,
  metricsOf,
  poll,
  type RelayUnderTest,
  relayOfFile,
  secret,
  sendRequest,
  startRelay,
} from '../support/relay.ts';

const sharedRelay = relayOfFile();

const held = async ({ relay }: RelayUnderTest): Promise<number> =>
  Number(/^relay_long_polls_active (\d+)$/m.exec(await metricsOf(relay))?.[1]);

const ack = ({ relay, mailbox, token }: RelayUnderTest, cursor: string | undefined, counter?: string) =>
  sendRequest(relay.url, `/v1/mailboxes/${mailbox}/ack`, {
    method: 'POST',
    body: JSON.stringify({ cursor, counter }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

test('hands out events in order, page by page, from any cursor', async () => {
  const under = await sharedRelay();
  for (const id of ['T1', 'T2', 'T3', 'T4', 'T5']) await hook(under, body(id));
  const first = await poll(under, { limit: 2 });
  expect(first.json.more).toBe(true);
  expect(first.json.next).toBe(first.events[1]?.cursor);
  const rest = await poll(under, { after: String(first.json.next) });
  expect(rest.json.more).toBe(false);
  expect([...first.events, ...rest.events].map((event) => event.body)).toEqual(
    ['T1', 'T2', 'T3', 'T4', 'T5'].map(body),
  );
  const none = await poll(under, { after: String(rest.json.next) });
  expect(none.json).toEqual({ events: [], next: rest.json.next, more: false });
});

test('wakes a held poll when a webhook comes, and only that of its mailbox', async () => {
  const under = await sharedRelay();
  const other = await under.relay.createMailbox({ name: 'other', secret: 'other' });
  const otherGone = new AbortController();
  const mine = poll(under, { wait: 30 });
  const others = poll({ ...under, ...other }, { wait: 30 }, otherGone.signal).catch(() => 'gone');
  await vi.waitFor(async () => expect(await held(under)).toBe(2));
  await hook(under, body('T1'));
  expect((await mine).events.map((event) => event.body)).toEqual([body('T1')]);
  await vi.waitFor(async () => expect(await held(under)).toBe(1));
  otherGone.abort();
  expect(await others).toBe('gone');
  await vi.waitFor(async () => expect(await held(under)).toBe(0));
});

test('answers an empty page when the time is up', async () => {
  const under = await sharedRelay();
  expect((await poll(under, { wait: 0.05 })).json).toEqual({ events: [], next: null, more: false });
});

test('a newer poll ends an older one with 409', async () => {
  const under = await sharedRelay();
  const older = poll(under, { wait: 30 });
  await vi.waitFor(async () => expect(await held(under)).toBe(1));
  const newer = poll(under, { wait: 30 });
  expect((await older).status).toBe(409);
  await hook(under, body('T1'));
  expect((await newer).events).toHaveLength(1);
});

test('a reader that was just started takes the mailbox, and the one before it ends no poll any more', async () => {
  const under = await sharedRelay();
  const status = async (query: Parameters<typeof poll>[1]) => (await poll(under, query)).status;
  expect(await status({ reader: 'one' })).toBe(200);
  const older = status({ reader: 'one', wait: 30 });
  await vi.waitFor(async () => expect(await held(under)).toBe(1));
  expect(await status({ reader: 'two' })).toBe(409);
  expect(await held(under)).toBe(1);
  expect(await status({ reader: 'two', takes: 1 })).toBe(200);
  expect(await older).toBe(409);
  expect(await status({ reader: 'one' })).toBe(409);
  // A poll that names none is not for a counter to sell by.
  expect(await status({})).toBe(200);
  expect(await status({ reader: 'two' })).toBe(200);
  expect(await status({ reader: 'not a name' })).toBe(400);
});

test('after a restore the reader that polls first has the mailbox', async () => {
  const under = await startRelay();
  expect((await poll(under, { reader: 'one', takes: 1 })).status).toBe(200);
  const { mailboxes } = await beside(under);
  await mailboxes.beginEpoch('of another copy', Date.now());
  expect((await poll(under, { reader: 'two' })).status).toBe(200);
  expect((await poll(under, { reader: 'one' })).status).toBe(409);
});

test('answers a wrong token and an unknown mailbox alike, with 401', async () => {
  const under = await sharedRelay();
  const wrong = await poll({ ...under, token: 'wrong' });
  expect(wrong.status).toBe(401);
  expect(await poll({ ...under, mailbox: 'mNobody' })).toEqual(wrong);
  expect((await sendRequest(under.relay.url, `/v1/mailboxes/${under.mailbox}/events`)).status).toBe(401);
  expect((await ack({ ...under, token: 'wrong' }, 'x')).status).toBe(401);
});

test('answers 400 to a cursor that is not ours: nonsense, another mailbox’s, one of the future', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const other = { ...under, ...(await under.relay.createMailbox({ name: 'other', secret: 'x' })) };
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  const future = cursor.replace(/-.*$/, '-zz');
  for (const after of ['x', `${cursor}.`, future, '%00']) expect((await poll(under, { after })).status).toBe(400);
  expect((await poll(other, { after: cursor })).status).toBe(400);
  expect((await ack(under, future)).status).toBe(400);
  expect((await ack(under, undefined)).status).toBe(400);
});

test.each(['limit=0', 'limit=x', 'limit=1.5', 'wait=-1', 'wait=x', 'after=', 'after=a&after=b'])(
  'answers 400 to ?%s',
  async (query) => {
    const { relay, mailbox, token } = await sharedRelay();
    const headers = { authorization: `Bearer ${token}` };
    expect((await sendRequest(relay.url, `/v1/mailboxes/${mailbox}/events?${query}`, { headers })).status).toBe(400);
  },
);

test('an ack answers 200, is no reading: what was acked can be read again', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const [event] = (await poll(under)).events;
  expect((await ack(under, event?.cursor)).status).toBe(200);
  expect((await poll(under)).events).toHaveLength(1);
});

test('cursors stay valid over a restart, also after everything was pruned', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  await under.sql('UPDATE mailboxes SET pruned_through = (SELECT max(id) FROM webhooks)');
  await under.sql('DELETE FROM webhooks');
  await under.restart();
  expect((await poll(under, { after: cursor })).json).toMatchObject({ events: [] });
  await hook(under, body('T2'));
  expect((await poll(under, { after: cursor })).events.map((event) => event.body)).toEqual([body('T2')]);
});

test('answers 410 with the oldest cursor to a cursor before the oldest webhook', async () => {
  const under = await startRelay();
  for (const id of ['T1', 'T2', 'T3']) await hook(under, body(id));
  const [first] = (await poll(under)).events;
  await under.sql('UPDATE mailboxes SET pruned_through = 2');
  await under.sql('DELETE FROM webhooks WHERE id <= 2');
  const gone = await poll(under, { after: first?.cursor ?? '' });
  expect(gone.status).toBe(410);
  const rest = await poll(under, { after: String(gone.json.oldest) });
  expect(rest.events.map((event) => event.body)).toEqual([body('T3')]);
});

test('answers 410 to a cursor whose webhook is another one now, since an older copy of the database was put back', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  await hook(under, body('T2'));
  const [first, second] = (await poll(under)).events;
  await under.sql('DELETE FROM webhooks WHERE id = 2');
  await under.sql("UPDATE sequences SET value = 1 WHERE name = 'webhook'");
  await under.restart();
  for (const id of ['T3', 'T4']) await hook(under, body(id));
  const gone = await poll(under, { after: second?.cursor ?? '' });
  expect(gone).toMatchObject({ status: 410, json: { oldest: null } });
  expect((await ack(under, second?.cursor)).status).toBe(400);
  const rest = await poll(under, { after: first?.cursor ?? '' });
  expect(rest.events.map((event) => event.body)).toEqual([body('T3'), body('T4')]);
});

test('answers 410 to it also where its place went to another mailbox, or to itself received again', async () => {
  const under = await startRelay();
  const other = { ...under, ...(await under.relay.createMailbox({ name: 'other', secret })) };
  for (const id of ['T1', 'T2', 'T3']) await hook(under, body(id));
  const [, second, third] = (await poll(under)).events;
  await under.sql('DELETE FROM webhooks WHERE id > 1');
  await under.sql("UPDATE sequences SET value = 1 WHERE name = 'webhook'");
  await under.restart();
  await hook(other, body('X'));
  await hook(under, body('T3'));
  await hook(under, body('T4'));
  expect((await poll(under, { after: second?.cursor ?? '' })).status).toBe(410);
  expect((await poll(under, { after: third?.cursor ?? '' })).status).toBe(410);
});

test('answers 410 to a cursor of the form that names no webhook', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  expect((await poll(under, { after: cursor.split('-', 2).join('-') })).status).toBe(410);
});

test('answers 410 to a poll without a cursor too once something was pruned, and the rest from there', async () => {
  const under = await startRelay();
  for (const id of ['T1', 'T2']) await hook(under, body(id));
  await under.sql('UPDATE mailboxes SET pruned_through = 1');
  await under.sql('DELETE FROM webhooks WHERE id = 1');
  const gone = await poll(under);
  expect(gone.status).toBe(410);
  const rest = await poll(under, { after: String(gone.json.oldest) });
  expect(rest.events.map((event) => event.body)).toEqual([body('T2')]);
});

test('a poll says how far a counter that names itself acknowledged, also where the cursor is no longer kept', async () => {
  const under = await startRelay();
  for (const id of ['T1', 'T2', 'T3']) await hook(under, body(id));
  const { events } = await poll(under);
  const [first, second, third] = events.map(({ cursor }) => cursor);
  expect((await poll(under)).json.acked).toBeUndefined();
  expect((await ack(under, first)).status).toBe(200);
  expect((await poll(under)).json.acked).toBeUndefined();
  expect((await ack(under, second, 'shop-1')).status).toBe(200);
  // One that goes back changes nothing.
  expect((await ack(under, first, 'shop-2')).status).toBe(200);
  const behind = (await poll(under, { after: first ?? null })).json.acked;
  expect(behind).toMatchObject({ counter: 'shop-1', beyond: true });
  expect((await poll(under)).json.acked).toEqual(behind);
  expect((await poll(under, { after: second ?? null })).json.acked).toMatchObject({ counter: 'shop-1', beyond: false });
  expect((await poll(under, { after: third ?? null })).json.acked).toMatchObject({ beyond: false });
  await under.sql('UPDATE mailboxes SET pruned_through = acked_through');
  expect(await poll(under, { after: first ?? null })).toMatchObject({ status: 410, json: { acked: behind } });
});

test('closing answers held polls, and does not wait for their minute to end', async () => {
  const under = await startRelay();
  const waiting = poll(under, { wait: 60 });
  await vi.waitFor(async () => expect(await held(under)).toBe(1));
  await under.relay.close();
  expect((await waiting).json).toEqual({ events: [], next: null, more: false });
});
