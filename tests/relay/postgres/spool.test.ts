import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMailbox, rotateSecret } from '../../../src/relay/core/mailbox-service.ts';
import { openRelay, type RunningRelay } from '../../../src/relay/open-relay.ts';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { SpoolFile } from '../../../src/relay/store/spool/spool-file.ts';
import { createSpooledStore } from '../../../src/relay/store/spool/spooled-store.ts';
import { systemClock, systemRandom } from '../../../src/server/system.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { DatabaseLine } from '../../support/postgres/database-line.ts';
import { body, hook, metric, named, poll, secret, sendRequest, sign, silentLog } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';

const metricsAddress = { host: '127.0.0.1', port: 0 };
const megabyte = 1024 * 1024;
const patient = { timeout: 20_000, interval: 20 };

/** A relay with a spool, over a line to its database, with one mailbox whose keys it knows. */
async function spooling({ maxBytes = megabyte } = {}) {
  const { url, sql } = await newDatabase();
  const { line, url: onLine } = await DatabaseLine.to(url);
  const masterKey = randomBytes(32);
  const path = join(temporaryFolder(), 'spool.db');
  let port = 0;
  const open = async (at = path): Promise<RunningRelay> => {
    const relay = await openRelay({
      database: { engine: 'postgres', url: onLine },
      masterKey,
      host: '127.0.0.1',
      port,
      metricsAddress,
      log: silentLog,
      spool: { path: at, maxBytes },
    });
    onTestFinished(() => relay.close());
    port ||= Number(new URL(relay.url).port);
    return relay;
  };
  const relay = await open();
  const mailbox = await relay.createMailbox({ name: 'a shop', secret });
  const under = { relay, ...mailbox };
  expect((await hook(under, body('T0'))).status).toBe(200);
  return { line, sql, url, masterKey, open, path, under, another: (at: string) => ((port = 0), open(at)) };
}

type Under = Awaited<ReturnType<typeof spooling>>['under'];

const idsOf = (bodies: readonly { body: string }[]): string[] =>
  bodies.map(({ body }) => String((JSON.parse(body) as Record<string, unknown>).transaction_id));

/** The mailbox from its oldest webhook on, once the relay does not say any more that it is behind. */
const whole = (under: Under, count: number): Promise<string[]> =>
  vi.waitFor(async () => {
    const page = await poll(under, { limit: 100 });
    expect([page.status, page.events.length]).toEqual([200, count]);
    return idsOf(page.events);
  }, patient);

test('while the database is away webhooks are answered 200, and are moved to it once and in their order', async () => {
  const { line, sql, under } = await spooling();
  await line.cut();
  for (const id of named(1, 5)) expect((await hook(under, body(id))).status).toBe(200);
  // A redelivery, and the same body about another order.
  expect((await hook(under, body('T1'))).status).toBe(200);
  expect((await hook(under, body('T1'), { ref: 'order-2' })).status).toBe(200);
  expect(await metric(under, 'relay_spool_webhooks')).toBe(6);
  await line.mend();
  expect(await whole(under, 7)).toEqual(['T0', ...named(1, 5), 'T1']);
  expect(await metric(under, 'relay_spool_webhooks')).toBe(0);
  expect(await sql('select count(*)::int as count from webhooks')).toEqual([{ count: 7 }]);
});

test('a database that hangs keeps nobody waiting: each webhook is answered within a second, and stored once', async () => {
  const { line, sql, under } = await spooling();
  line.hold();
  const startedAt = performance.now();
  const answers = await Promise.all(named(1, 20).map((id) => hook(under, body(id), { ref: id })));
  expect(answers.map(({ status }) => status)).toEqual(named(1, 20).map(() => 200));
  // Not a measurement: without the spool it is ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await line.mend();
  expect((await whole(under, 21)).toSorted()).toEqual(['T0', ...named(1, 20)].toSorted());
  expect(await sql('select count(*)::int as count from webhooks')).toEqual([{ count: 21 }]);
});

test('a standby that only reads takes no webhook, and the spool does', async () => {
  const { sql, under } = await spooling();
  await sql(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect((await hook(under, body('T1'))).status).toBe(200);
  await vi.waitFor(async () => expect((await poll(under)).status).toBe(503), patient);
  await sql(
    `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
  );
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(await whole(under, 2)).toEqual(['T0', 'T1']);
});

test('a counter whose webhooks wait is not shown an empty mailbox: its poll, held or new, ends with 503', async () => {
  const { line, under } = await spooling();
  const cursor = (await poll(under)).events[0]?.cursor ?? null;
  const held = poll(under, { after: cursor, wait: 30 });
  await vi.waitFor(async () => expect(await metric(under, 'relay_long_polls_active')).toBe(1), patient);
  line.hold();
  expect((await hook(under, body('T1'))).status).toBe(200);
  await line.cut();
  expect((await held).status).toBe(503);
  expect((await poll(under, { after: cursor })).status).toBe(503);
});

test('a wrong signature is refused and an unknown mailbox too, by what the database said last', async () => {
  const { line, under } = await spooling();
  await line.cut();
  expect((await hook(under, body('T1'), { signature: sign(body('T1'), 'another') })).status).toBe(401);
  // Nobody can say whether there is such a mailbox.
  expect((await hook({ ...under, mailbox: 'mUnknown' }, body('T1'))).status).toBe(500);
});

test('a key that was changed is known while the database is away, also of a mailbox that nothing has come for since', async () => {
  const remember = vi.spyOn(SpoolFile.prototype, 'remember');
  onTestFinished(() => remember.mockRestore());
  const { line, under, url, masterKey } = await spooling();
  const other = { ...under, ...(await under.relay.createMailbox({ name: 'another shop', secret })) };
  expect((await hook(other, body('T1'))).status).toBe(200);
  const keysAtHand = () => remember.mock.calls.findLast(([mailbox]) => mailbox === other.mailbox)?.[1]?.secrets;
  const before = keysAtHand();
  expect(before).toHaveLength(1);
  const { mailboxes, vault, store } = await openStore({ engine: 'postgres', url }, masterKey);
  onTestFinished(() => store.close());
  const change = { mailbox: other.mailbox, secret: 'the next key', retireInDays: 0 };
  await rotateSecret({ store: mailboxes, vault, clock: systemClock }, change);
  await vi.waitFor(async () => {
    // The relay looks whether anything was changed when a webhook comes, for whom it may be.
    expect((await hook(under, body('T3'))).status).toBe(200);
    expect(keysAtHand()).not.toEqual(before);
  }, patient);
  await line.cut();
  expect((await hook(other, body('T2'), { signature: sign(body('T2'), 'the next key') })).status).toBe(200);
});

test('keys that the database stopped to answer for are read with the next look at their version', async () => {
  const database = await openStore({ engine: 'sqlite', path: join(temporaryFolder(), 'relay.db') }, randomBytes(32));
  const { mailboxes, vault, store } = database;
  const deps = { store: mailboxes, vault, clock: systemClock, random: systemRandom };
  const { mailbox } = await createMailbox(deps, { name: 'a shop', secret });
  const spool = new SpoolFile(join(temporaryFolder(), 'spool.db'), megabyte);
  const findMailbox = vi.spyOn(store, 'findMailbox').mockRejectedValueOnce(new Error('the line is cut'));
  const reported = vi.fn<(message: string) => void>();
  const options = {
    spool,
    clock: systemClock,
    errors: { report: reported },
    isRefusal: () => false,
    isAway: () => true,
  };
  const spooled = createSpooledStore(options);
  onTestFinished(() => spooled.store.close());
  spooled.attach(database);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce(), patient);
  expect([findMailbox.mock.calls.length, spool.credentialsOf(mailbox)]).toEqual([1, null]);
  await spooled.store.directoryVersion();
  await vi.waitFor(() => expect(spool.credentialsOf(mailbox)?.secrets).toHaveLength(1), patient);
  // Nothing was changed since: they are not read again.
  await spooled.store.directoryVersion();
  expect(findMailbox).toHaveBeenCalledTimes(2);
});

test('a full spool takes no more, says so to probes, and loses nothing of what it took', async () => {
  const { line, under } = await spooling({ maxBytes: 70_000 });
  const probe = (path: string) => sendRequest(under.relay.url, path).then(({ status }) => status);
  await line.cut();
  expect((await hook(under, body('T1'))).status).toBe(200);
  await vi.waitFor(async () => expect([await probe('/hooksz'), await probe('/readyz')]).toEqual([200, 503]), patient);
  const large = JSON.stringify({ transaction_id: 'large', filler: 'x'.repeat(60_000) });
  expect((await hook(under, large)).status).toBe(200);
  expect((await hook(under, large, { ref: 'order-2' })).status).toBe(500);
  await vi.waitFor(async () => expect(await probe('/hooksz')).toBe(503), patient);
  await line.mend();
  expect(await whole(under, 3)).toEqual(['T0', 'T1', 'large']);
});

test('a relay that starts while the database is away takes webhooks with the keys of before, and goes on when it is back', async () => {
  const { line, under, open } = await spooling();
  await line.cut();
  expect((await hook(under, body('T1'))).status).toBe(200);
  await under.relay.close();
  const relay = await open();
  const again = { ...under, relay };
  expect((await hook(again, body('T2'))).status).toBe(200);
  expect((await poll(again)).status).toBe(503);
  await line.mend();
  expect(await whole(again, 3)).toEqual(['T0', 'T1', 'T2']);
  // Everything else works as after any other start.
  const cursor = JSON.stringify({ cursor: (await poll(again)).events[0]?.cursor });
  const headers = { authorization: `Bearer ${again.token}`, 'content-type': 'application/json' };
  const acked = await sendRequest(relay.url, `/v1/mailboxes/${again.mailbox}/ack`, {
    method: 'POST',
    headers,
    body: cursor,
  });
  expect(acked.status).toBe(200);
});

test('a relay that never saw the database does not start while it is away', async () => {
  const { line, another } = await spooling();
  await line.cut();
  await expect(another(join(temporaryFolder(), 'new.db'))).rejects.toThrow(/ECONNREFUSED|reset|terminated/i);
});

test('webhooks of another database that wait in a spool are not thrown away by a start over this one', async () => {
  const one = await spooling();
  await one.line.cut();
  expect((await hook(one.under, body('T1'))).status).toBe(200);
  await one.under.relay.close();
  const other = await spooling();
  await expect(other.another(one.path)).rejects.toThrow('webhooks of another database wait in it');
  await one.line.mend();
  expect(await whole({ ...one.under, relay: await one.open() }, 2)).toEqual(['T0', 'T1']);
});

test('two relays have a spool each: one that finds it taken does without', async () => {
  const { line, under, another, path } = await spooling();
  const second = { ...under, relay: await another(path) };
  await line.cut();
  expect((await hook(second, body('T1'))).status).toBe(500);
  expect((await hook(under, body('T1'))).status).toBe(200);
});

test('a webhook that the database refuses stays in the spool, and keeps no other from going on', async () => {
  const { line, sql, under } = await spooling();
  await sql(`alter table webhooks add constraint of_test check (ref <> 'refused')`);
  onTestFinished(() => sql('alter table webhooks drop constraint of_test').then(() => undefined));
  await line.cut();
  for (const [id, ref] of [
    ['T1', 'one'],
    ['T2', 'refused'],
    ['T3', 'two'],
  ] as const) {
    expect((await hook(under, body(id), { ref })).status).toBe(200);
  }
  await line.mend();
  expect(await whole(under, 3)).toEqual(['T0', 'T1', 'T3']);
  expect(await metric(under, 'relay_spool_webhooks')).toBe(1);
});
