import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { NewWebhook } from '../../../src/relay/core/store.ts';
import type { Engine } from '../../../src/relay/store/engine.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { takePlaces, unread } from '../../support/postgres/instances.ts';
import { newDatabase } from '../../support/relay-databases.ts';

const writers = 16;
const batches = 40;

const webhook = (fingerprint: string): NewWebhook => ({
  mailbox: 'm',
  fingerprint,
  ref: null,
  event: null,
  signature: '',
  body: Buffer.from('{}'),
  receivedAt: '2026-01-01T00:00:00.000Z',
});

async function lineTo(url: string): Promise<Client> {
  const line = new Client(url);
  line.on('error', () => undefined);
  await line.connect();
  onTestFinished(() => line.end());
  return line;
}

async function copies(url: string, count: number): Promise<Engine[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => openPostgres(url)));
  onTestFinished(async () => void (await Promise.all(opened.map(({ engine }) => engine.close()))));
  return opened.map(({ engine }) => engine);
}

const oneMailbox = `insert into mailboxes (id, name, token_hash, created_at) values ('m', 'm', '00', '')`;

test('a reader that follows sixteen writers misses nothing', async () => {
  const { url, sql } = await newDatabase();
  const engines = await copies(url, writers);
  await sql(oneMailbox);
  const written = Promise.all(
    engines.map(async (engine, writer) => {
      for (let batch = 0; batch < batches; batch++) {
        const size = 1 + ((batch + writer) % 5);
        await engine.append(Array.from({ length: size }, (_, at) => webhook(`${writer} ${batch} ${at}`)));
      }
    }),
  );
  expect(await unread(await lineTo(url), 'webhooks', written)).toBe(0);
  const [{ count } = {}] = await sql('select count(*)::int from webhooks');
  expect(count).toBe(writers * batches * 3);
});

test('the same reader catches a sequence: numbers taken in one order and committed in another', async () => {
  const { url, sql } = await newDatabase();
  await sql('create table naive (id bigserial primary key, what text)');
  const lines = await Promise.all(Array.from({ length: writers }, () => lineTo(url)));
  const reader = await lineTo(url);
  let missed = 0;
  for (let round = 0; round < 20 && missed === 0; round++) {
    const written = Promise.all(
      lines.map(async (line, writer) => {
        for (let batch = 0; batch < batches; batch++) {
          const size = 1 + ((batch + writer) % 5);
          await line.query('insert into naive (what) select $1 from generate_series(1, $2::int)', ['{}', size]);
        }
      }),
    );
    missed += await unread(reader, 'naive', written);
    await sql('truncate naive');
  }
  expect(missed).toBeGreaterThan(0);
});

test('a sequence is not visible before an earlier one whose transaction still runs', async () => {
  const { url, sql } = await newDatabase();
  const [slow, fast] = await copies(url, 2);
  if (!slow || !fast) throw new Error('two copies were opened');
  await sql(oneMailbox);
  const seen = () => sql('select id::int, fingerprint from webhooks order by id');
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { later } = await slow.write(async (tx) => {
    const before = await takePlaces(tx, 1);
    const appended = fast.append([webhook('later')]);
    await expect.poll(() => sql(waiting)).toHaveLength(1);
    expect(await seen()).toEqual([]);
    const { receivedAt, mailbox: _id, ...rest } = webhook('earlier');
    const row = { ...rest, id: before + 1, mailbox: 1, received_at: receivedAt, body: Buffer.from('{}') };
    await tx.insertInto('webhooks').values(row).execute();
    return { later: appended };
  });
  expect(await later).toBe(1);
  expect(await seen()).toEqual([
    { id: 1, fingerprint: 'earlier' },
    { id: 2, fingerprint: 'later' },
  ]);
});
