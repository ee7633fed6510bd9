import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import {
  type Copy,
  held,
  listening,
  patient,
  twoCopies,
  twoProcesses,
  untilHeld,
} from '../../support/postgres/instances.ts';
import { body, hook, poll } from '../../support/relay.ts';
import type { TestDatabase } from '../../support/relay-databases.ts';
import { relayProcess } from '../../support/relay-process.ts';

// Some of them start processes, and wait for what these send each other.
vi.setConfig({ testTimeout: 60_000 });

/** A poll that has its turn: it is held a moment before that, and one at another copy could come in between. */
async function reading(sql: TestDatabase['sql'], copy: Copy, after: string | null = null) {
  const turn = async () => Number((await sql('select max(generation) as turn from poll_leases'))[0]?.['turn'] ?? 0);
  const before = await turn();
  const answer = poll(copy, { after, wait: 50 });
  await vi.waitFor(async () => expect(await turn()).toBeGreaterThan(before), patient);
  return { answer };
}

test('a poll at one copy ends the older one at another with 409, and back again', async () => {
  const { one, two, sql } = await twoCopies();
  const first = await reading(sql, one);
  const second = await reading(sql, two);
  expect((await first.answer).status).toBe(409);
  const third = poll(one, { wait: 50 });
  expect((await second.answer).status).toBe(409);
  expect((await hook(two, body('T1'))).status).toBe(200);
  expect((await third).events.map((event) => event.body)).toEqual([body('T1')]);
  expect(await held(two)).toBe(0);
});

test('a poll that is answered at once takes the mailbox too', async () => {
  const { one, two, sql } = await twoCopies();
  await hook(one, body('T1'));
  const cursor = (await poll(one)).events[0]?.cursor ?? '';
  const older = await reading(sql, one, cursor);
  expect((await poll(two)).events).toHaveLength(1);
  expect((await older.answer).status).toBe(409);
});

test('a counter whose polls alternate between instances is never answered 409', async () => {
  const { one, two } = await twoCopies();
  let after: string | null = null;
  for (let turn = 0; turn < 60; turn++) {
    const [copy, other] = turn % 2 === 0 ? [one, two] : [two, one];
    const polled = poll(copy, { after, wait: 50 });
    if (turn % 3 === 0) await untilHeld(copy);
    await hook(other, body(`T${turn}`));
    const { status, events, json } = await polled;
    expect([turn, status]).toEqual([turn, 200]);
    expect(events.map((event) => event.body)).toEqual([body(`T${turn}`)]);
    after = String(json.next);
  }
});

test('of many concurrent polls at both instances one remains, and all others are answered 409', async () => {
  const { one, two } = await twoProcesses();
  const statuses: number[] = [];
  const polls = Array.from({ length: 60 }, async (_, at) => {
    const answer = await poll(at % 2 === 0 ? one : two, { wait: 50 });
    statuses.push(answer.status);
    return answer;
  });
  await vi.waitFor(() => expect(statuses).toEqual(Array.from({ length: 59 }, () => 409)), patient);
  expect((await held(one)) + (await held(two))).toBe(1);
  await hook(one, body('T1'));
  const answers = await Promise.all(polls);
  expect(answers.flatMap(({ events }) => events.map((event) => event.body))).toEqual([body('T1')]);
});

test('the lease of an instance that was killed with its poll blocks no other poll', async () => {
  const { one, two } = await twoProcesses();
  const lost = poll(one, { wait: 50 }).catch(() => 'lost');
  await untilHeld(one);
  const gone = once(one.process, 'exit');
  one.process.kill('SIGKILL');
  await gone;
  expect(await lost).toBe('lost');
  const next = poll(two, { wait: 50 });
  await untilHeld(two);
  const again: Copy = { ...one, relay: await relayProcess(one.env) };
  const last = poll(again, { wait: 50 });
  expect((await next).status).toBe(409);
  expect((await hook(two, body('T1'))).status).toBe(200);
  expect((await last).events).toHaveLength(1);
});

test('an instance learns of leases taken while it was disconnected as soon as it reconnects', async () => {
  const { one, sql } = await twoCopies();
  const polled = await reading(sql, one);
  await sql(`update poll_leases set instance = 'another', generation = nextval('lease_generations')`);
  expect(await held(one)).toBe(1);
  await sql(`select pg_terminate_backend(pid) from (${listening}) as line`);
  expect((await polled.answer).status).toBe(409);
});

test('a poll that cannot take its mailbox is answered 500, and the next one as ever', async () => {
  const { one, two, sql } = await twoCopies();
  await sql('alter table poll_leases rename to hidden');
  expect((await poll(one)).status).toBe(500);
  await sql('alter table hidden rename to poll_leases');
  expect((await poll(one)).status).toBe(200);
  await sql('truncate poll_leases');
  const older = await reading(sql, one);
  await poll(two);
  expect((await older.answer).status).toBe(409);
});

test('a mailbox is deleted with its lease', async () => {
  const { one, sql } = await twoCopies();
  await poll(one);
  expect(await sql('select 1 from poll_leases')).toHaveLength(1);
  await sql('delete from mailbox_secrets');
  await sql('delete from mailboxes');
  expect(await sql('select 1 from poll_leases')).toHaveLength(0);
  expect((await poll(one)).status).toBe(401);
});
