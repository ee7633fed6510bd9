import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewWebhook, PollLease } from '../../../src/relay/core/store.ts';
import type { Engine } from '../../../src/relay/store/engine.ts';
import { markDirectoryChanged } from '../../../src/relay/store/mailbox-repository.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import {
  NotificationSubscription,
  parseNotification,
  splitIntoPayloads,
} from '../../../src/relay/store/postgres/notifications.ts';
import { TrackedSockets } from '../../../src/server/postgres.ts';
import { takePlaces } from '../../support/postgres/instances.ts';
import { newDatabase, type TestDatabase } from '../../support/relay-databases.ts';

const never = 3_600_000;
const often = 50;
const patient = { timeout: 30_000 };

const webhook = (mailbox: string): NewWebhook => ({
  mailbox,
  fingerprint: String(Math.random()),
  ref: null,
  event: null,
  signature: '',
  body: Buffer.from('{}'),
  receivedAt: '2026-01-01T00:00:00.000Z',
});

async function open(url: string): Promise<Engine> {
  const { engine } = await openPostgres(url);
  onTestFinished(() => engine.close());
  return engine;
}

function collector() {
  const received: string[] = [];
  const reported: string[] = [];
  return {
    received,
    reported,
    listener: {
      onWebhooks: (mailboxes: readonly string[]) => void received.push(...mailboxes),
      onLeases: (leases: readonly PollLease[]) =>
        void received.push(...leases.map(({ mailbox }) => `lease ${mailbox}`)),
      onShopChange: () => undefined,
      onMailboxesChanged: () => void received.push('changed'),
    },
    errors: { report: (message: string) => void reported.push(message) },
  };
}

const linesThatListen = `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`;

/** A database with mailboxes, an instance that writes, and another one's listener. */
async function listening(checkEveryMs: number, leasesHeldElsewhere: () => Promise<PollLease[]> = async () => []) {
  const database = await newDatabase();
  const writer = await open(database.url);
  for (const id of ['m1', 'm2']) {
    await database.sql(`insert into mailboxes (id, name, token_hash, created_at) values ('${id}', '', '', '')`);
  }
  const collected = collector();
  const start = { sequence: 0, version: 0 };
  const subscription = new NotificationSubscription(
    {
      url: database.url,
      sockets: new TrackedSockets(),
      instance: 'listener',
      engine: writer,
      start,
      checkEveryMs,
      errors: collected.errors,
      leasesHeldElsewhere,
    },
    collected.listener,
  );
  onTestFinished(() => subscription.close());
  await vi.waitFor(async () => expect(await database.sql(linesThatListen)).toHaveLength(1), patient);
  return { ...collected, ...database, writer };
}

/** As a commit looks whose notice was lost. */
async function keepUnsaid({ sql }: Pick<TestDatabase, 'sql'>, mailbox: string): Promise<void> {
  await sql(`
    with seq as (update sequences set value = value + 1 where name = 'webhook' returning value)
    insert into webhooks (id, mailbox, fingerprint, signature, body, received_at)
    select value, number, value::text, '', '', '' from seq cross join mailboxes where mailboxes.id = '${mailbox}'`);
}

test('learns at once of another instance’s webhooks and changes, and not of its own', async () => {
  const { url, sql } = await newDatabase();
  const [one, other] = [await open(url), await open(url)];
  await sql(`insert into mailboxes (id, name, token_hash, created_at) values ('m1', '', '', ''), ('m2', '', '', '')`);
  const { received, listener, errors } = collector();
  one.subscribe(listener, errors);
  await vi.waitFor(async () => expect(await sql(linesThatListen)).toHaveLength(1), patient);
  await one.append([webhook('m1')]);
  await one.write((tx) => markDirectoryChanged(one, tx));
  await other.append([webhook('m2')]);
  await other.write((tx) => markDirectoryChanged(other, tx));
  await vi.waitFor(() => expect(received).toEqual(expect.arrayContaining(['m2', 'changed'])), patient);
  expect(received).not.toContain('m1');
});

test('reconnects after a disconnect, and reports what was stored meanwhile', async () => {
  const { received, reported, sql, writer } = await listening(never);
  const [before] = await sql(linesThatListen);
  await sql(`select pg_terminate_backend(pid) from (${linesThatListen}) as line`);
  await writer.append([webhook('m1')]);
  await vi.waitFor(() => expect(received).toContain('m1'), patient);
  expect(reported[0]).toContain('LISTEN connection lost');
  await writer.append([webhook('m2')]);
  await vi.waitFor(() => expect(received).toContain('m2'), patient);
  const [after] = await sql(linesThatListen);
  expect(after?.pid).not.toBe(before?.pid);
});

test('looks for itself where a notice is missing before another', async () => {
  const { received, sql, writer } = await listening(never);
  await keepUnsaid({ sql }, 'm1');
  await writer.append([webhook('m2')]);
  await vi.waitFor(() => expect(new Set(received)).toEqual(new Set(['m1', 'm2'])), patient);
});

test('looks now and then, and replaces a line that has gone deaf', async () => {
  const { received, sql } = await listening(often);
  const [before] = await sql(linesThatListen);
  await keepUnsaid({ sql }, 'm1');
  await vi.waitFor(() => expect(received).toContain('m1'), patient);
  // The first may have come before the line stood for certain, and is then not its fault.
  await keepUnsaid({ sql }, 'm2');
  await vi.waitFor(() => expect(received).toContain('m2'), patient);
  await vi.waitFor(async () => {
    const [after] = await sql(linesThatListen);
    expect(after?.pid).toBeDefined();
    expect(after?.pid).not.toBe(before?.pid);
  }, patient);
});

test('leases held elsewhere are read after a connect, again after a failure, and not while connected', async () => {
  let reads = 0;
  const { received, reported, sql } = await listening(often, async () => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return [{ mailbox: `m${reads}`, leaseGeneration: reads }];
  });
  await vi.waitFor(() => expect(received.at(-1)).toMatch(/^lease/), patient);
  expect(reported).toContain('changes could not be read from the database');
  await new Promise((checked) => setTimeout(checked, 5 * often));
  const before = reads;
  await new Promise((checked) => setTimeout(checked, 5 * often));
  expect(reads).toBe(before);
  await sql(`select pg_terminate_backend(pid) from (${linesThatListen}) as line`);
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before), patient);
  await vi.waitFor(() => expect(received.at(-1)).toBe(`lease m${reads}`), patient);
});

test('notifies of a batch for a thousand mailboxes within PostgreSQL’s payload limit', async () => {
  const { received, sql, writer } = await listening(never);
  await sql(`insert into mailboxes (id, name, token_hash, created_at)
    select 'm-long-enough-to-fill-a-notice-' || n, '', '', '' from generate_series(1, 1000) n`);
  const ids = Array.from({ length: 1_000 }, (_, at) => `m-long-enough-to-fill-a-notice-${at + 1}`);
  expect(splitIntoPayloads(ids).length).toBeGreaterThan(1);
  expect(await writer.append(ids.map(webhook))).toBe(1_000);
  await vi.waitFor(() => expect(new Set(received)).toEqual(new Set(ids)), patient);
});

test.each([
  '',
  'nonsense',
  'a b c d',
  'a 1',
  'a 1 2',
  'a -1 2 m',
  'a took m',
  'a took m:x',
  'a took m:1,m',
  'a changed now',
  'null',
  '{"kind":"mailboxes_changed"}',
  '{"kind":"webhooks","instance":"a","after":-1,"to":2,"mailboxes":["m"]}',
  '{"kind":"leases","instance":"a","leases":[{"mailbox":"m"}]}',
])('takes no notice of %j, which no copy of the relay said', (payload) =>
  expect(parseNotification(payload)).toBeNull(),
);

test('whatever stands in a webhook is kept as it came', async () => {
  const { sql, writer } = await listening(never);
  const odd = ['"', '\\', '\\"', '{a,b}', 'null', 'NULL', '', ' ', ',', 'é🔑', "'", '\n\t'];
  const came = odd.map((event) => ({ ...webhook('m1'), event, ref: null, body: Buffer.from([0, 255, 92, 34]) }));
  expect(await writer.append(came)).toBe(odd.length);
  const rows = await sql('select event, ref, body from webhooks order by id');
  expect(rows).toEqual(odd.map((event) => ({ event, ref: null, body: Buffer.from([0, 255, 92, 34]) })));
  expect(await writer.append([])).toBe(0);
});

test('a batch that has waited for a mailbox’s deletion keeps nothing for it, and one that came before is deleted with it', async () => {
  const { sql, writer } = await listening(never);
  await writer.append([webhook('m1'), webhook('m2')]);
  let batch: Promise<number> | undefined;
  await writer.write(async (tx) => {
    await takePlaces(tx, 0);
    await tx.deleteFrom('webhooks').where('mailbox', '=', 1).execute();
    await tx.deleteFrom('mailboxes').where('id', '=', 'm1').execute();
    batch = writer.append([webhook('m1'), webhook('m2'), webhook('m1')]);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await sql(waiting)).toHaveLength(1), patient);
  });
  expect(await batch).toBe(1);
  expect(await sql('select id::int, mailbox::int from webhooks order by id')).toEqual([
    { id: 2, mailbox: 2 },
    { id: 4, mailbox: 2 },
  ]);
});

test('a webhook for a deleted mailbox is skipped, and the others of its batch are stored', async () => {
  const { sql, writer } = await listening(never);
  expect(await writer.append([webhook('m1'), webhook('deleted'), webhook('m2')])).toBe(2);
  expect(await sql('select m.id from webhooks w join mailboxes m on m.number = w.mailbox order by w.id')).toEqual([
    { id: 'm1' },
    { id: 'm2' },
  ]);
});
