import { sql as query } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markDirectoryChanged } from '../../../src/relay/store/mailbox-repository.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { listening, patient, twoCopies, untilHeld } from '../../support/postgres/instances.ts';
import { body, hook, poll, sendRequest, sign } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';
import { requestAt, ship } from '../../support/shipping.ts';
import { keyId, type ShopMailbox, saleId, twoCountersAt } from '../../support/shop.ts';

test('a webhook that one copy takes wakes the poller that another holds', async () => {
  const { one, two } = await twoCopies();
  const polled = poll(two, { wait: 50 });
  await untilHeld(two);
  expect((await hook(one, body('T1'))).status).toBe(200);
  expect((await polled).events.map((event) => event.body)).toEqual([body('T1')]);
});

test('and does so after the lines that notices come by were cut', async () => {
  const { one, two, sql } = await twoCopies();
  const polled = poll(two, { wait: 50 });
  await untilHeld(two);
  await sql(`select pg_terminate_backend(pid) from (${listening}) as line`);
  expect((await hook(one, body('T1'))).status).toBe(200);
  expect((await polled).events.map((event) => event.body)).toEqual([body('T1')]);
});

test('and again after every line to the database was cut: what comes next, and what is held, has a new one', async () => {
  const { one, two, sql } = await twoCopies();
  await hook(one, body('T1'));
  const cursor = (await poll(two)).events[0]?.cursor ?? '';
  const polled = poll(two, { after: cursor, wait: 50 });
  await untilHeld(two);
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect((await hook(one, body('T2'))).status).toBe(200);
  expect((await polled).events.map((event) => event.body)).toEqual([body('T2')]);
});

test('a line that is cut in the middle of a transaction fails that transaction alone', async () => {
  const { url, sql } = await newDatabase();
  const { engine } = await openPostgres(url);
  onTestFinished(() => engine.close());
  const pid = query<{ pid: number }>`select pg_backend_pid() as pid`;
  const cut = engine.write(async (tx) => {
    await markDirectoryChanged(engine, tx);
    const [line] = (await pid.execute(tx)).rows;
    await sql(`select pg_terminate_backend(${line?.pid})`);
    await vi.waitFor(async () =>
      expect(await sql(`select 1 from pg_stat_activity where pid = ${line?.pid}`)).toHaveLength(0),
    );
    await pid.execute(tx);
  });
  // The server's last word, or that its socket is gone: whichever is read first.
  await expect(cut).rejects.toThrow(/connection|ECONNRESET/i);
  expect(await sql(`select value::int from sequences where name = 'directory'`)).toEqual([{ value: 0 }]);
  await engine.write((tx) => markDirectoryChanged(engine, tx));
  expect(await sql(`select value::int from sequences where name = 'directory'`)).toEqual([{ value: 1 }]);
});

test('a webhook that one copy refuses is handed on by the other', async () => {
  const { one, two } = await twoCopies();
  const [ref, newer] = ['0190163d-8694-739b-aea5-966c26f8ad91', '0190163d-8694-739b-aea5-966c26f8ad92'];
  await hook(one, body('T1'), { ref, signature: sign(body('T1'), 'another key') });
  await hook(two, body('T2'), { ref: newer, signature: sign(body('T2'), 'another key') });
  await vi.waitFor(
    async () => expect((await poll(two)).json['unverified']).toMatchObject([{ ref: newer }, { ref }]),
    patient,
  );
});

test('what a counter ships at one copy, and a notice that is posted there, end the requests that another holds', async () => {
  const { one, two } = await twoCopies();
  const start = async () => one.under;
  const { front, join } = await twoCountersAt(start);
  const at = (member: ShopMailbox) => ({ ...member, relay: { url: two.relay.url } });
  const office = at(await join('Office', 'office'));
  const { version } = (await requestAt(office, 'shop/counters')).json;
  const polled = poll({ ...at(front), relay: two.relay }, { wait: 50, notices: 0 });
  await untilHeld({ ...front, relay: two.relay });
  const listed = requestAt(office, 'shop/counters', { known: String(version) });
  await ship(front, 1, 1);
  expect((await listed).json).toMatchObject({ counters: [{ log: { through: 1 } }, { log: { through: 0 } }] });
  const notice = { id: saleId(1), topic: 'erasure', keyId, sealed: 'AAAA' };
  expect((await requestAt(front, 'shop/notices', {}, notice)).json).toEqual({ seq: 1 });
  expect((await polled).json.shop).toMatchObject({ notices: 1 });
});

test('of notices that are posted at two copies at once each is one, with a number of its own', async () => {
  const { one, two } = await twoCopies();
  const { front, back } = await twoCountersAt(async () => one.under);
  const copies = [front.relay, { url: two.relay.url }];
  const ids = Array.from({ length: 8 }, (_, at) => saleId(at + 1));
  const answers = await Promise.all(
    ids.flatMap((id) =>
      copies.map((relay) =>
        requestAt({ ...front, relay }, 'shop/notices', {}, { id, topic: 'erasure', keyId, sealed: 'AAAA' }),
      ),
    ),
  );
  const seqs = answers.map(({ json }) => Number(json.seq));
  expect(new Set(seqs).size).toBe(8);
  for (const at of ids.keys()) expect(seqs[2 * at]).toBe(seqs[2 * at + 1]);
  expect((await requestAt(back, 'shop/notices', { after: 0 })).json.notices).toHaveLength(8);
});

test('an office that waits at an instance receives what was shipped while that instance’s LISTEN connection was cut', async () => {
  const { one, two, sql } = await twoCopies();
  const { front, join } = await twoCountersAt(async () => one.under);
  const office = { ...(await join('Office', 'office')), relay: { url: two.relay.url } };
  const { version } = (await requestAt(office, 'shop/counters')).json;
  const listed = requestAt(office, 'shop/counters', { known: String(version) });
  await sql(`select pg_terminate_backend(pid) from (${listening}) as line`);
  await ship(front, 1, 1);
  expect((await listed).json).toMatchObject({ counters: [{ log: { through: 1 } }, { log: { through: 0 } }] });
});

test('what a command changes at one copy is so at the other at once', async () => {
  const { one, two } = await twoCopies();
  const later = await one.relay.createMailbox({ name: 'another shop', secret: 'another' });
  expect((await poll({ ...later, relay: two.relay })).status).toBe(200);
});

test('while the database is away webhooks are answered 500, and 200 again once it is back', async () => {
  const { one, sql } = await twoCopies();
  await sql('alter table sequences rename to hidden');
  expect((await hook(one, body('T1'))).status).toBe(500);
  expect((await sendRequest(one.relay.url, '/healthz')).status).toBe(200);
  await sql('alter table hidden rename to sequences');
  expect((await hook(one, body('T1'))).status).toBe(200);
});
