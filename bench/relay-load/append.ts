import { Pool } from 'pg';
import { newCounters } from '../../src/relay/core/ports.ts';
import { createGroupCommit, fingerprintOf } from '../../src/relay/core/receive-webhook.ts';
import type { NewWebhook } from '../../src/relay/core/store.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { systemClock } from '../../src/relay/system.ts';
import { masterKey } from './relay-server.ts';
import { orderRef, webhookBody } from './signed-requests.ts';
import type { Outcome, TaskOf } from './task.ts';

type Append = TaskOf<'append'>;
/** Keeps one webhook durably, and lets go of the database. */
interface Way {
  keep(webhook: NewWebhook): Promise<unknown>;
  close(): Promise<void>;
}

const ways = new Map<string, Promise<Way>>();

/** Every producer hands over its next webhook when the last one is kept. Opens the database before the time begins to count. */
export async function appending(task: Append): Promise<() => Promise<Outcome>> {
  const key = `${task.how} ${task.url}`;
  const way = ways.get(key) ?? (task.how === 'batches' ? inBatches(task.url) : singly(task));
  ways.set(key, way);
  const { keep } = await way;
  return () => produceFor(task, (count) => keep(webhook(task, count)));
}

/** As many at once as there are producers, until the time is up. @param keep gets numbers from `from` on */
export async function produceFor(
  task: Pick<Append, 'from' | 'producers' | 'seconds'>,
  keep: (count: number) => Promise<unknown>,
): Promise<Outcome> {
  const latencies: number[] = [];
  const begun = performance.now();
  const until = begun + task.seconds * 1000;
  let next = task.from;
  const produce = async (): Promise<void> => {
    for (let since = begun; since < until; since = performance.now()) {
      await keep(next++);
      latencies.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: task.producers }, produce));
  return { answers: latencies.length, seconds: (performance.now() - begun) / 1000, faults: 0, latencies };
}

/** The relay's own way: what comes together is committed together, over one connection. */
async function inBatches(url: string): Promise<Way> {
  const { store } = await openStore({ engine: 'postgres', url }, Buffer.from(masterKey, 'hex'));
  const histograms = { committed: () => undefined, delivered: () => undefined };
  const keep = createGroupCommit({ store, clock: systemClock, counters: newCounters(), histograms, wake: () => null });
  return { keep, close: () => store.close() };
}

/** A commit each, into a table alike whose numbers come from a sequence: no order to keep, nobody told. */
async function singly({ url, connections }: Append): Promise<Way> {
  const pool = new Pool({ connectionString: url, max: connections });
  await pool.query(`
    create table if not exists singles (like webhooks including indexes);
    create sequence if not exists single_places;
    alter table singles alter column id set default nextval('single_places')`);
  const { rows } = await pool.query<{ id: string; number: string }>('select id, number from mailboxes');
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const text = `insert into singles (mailbox, fingerprint, ref, event, signature, body, received_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (fingerprint) do nothing`;
  return {
    keep: ({ mailbox, fingerprint, ref, event, signature, body, receivedAt }) =>
      pool.query({
        name: 'single',
        text,
        values: [numbers.get(mailbox), fingerprint, ref, event, signature, body, receivedAt],
      }),
    close: () => pool.end(),
  };
}

const encoder = new TextEncoder();

function webhook(task: Append, count: number): NewWebhook {
  const mailbox = task.mailboxes[count % task.mailboxes.length];
  if (mailbox === undefined) throw new Error('no mailbox');
  const body = encoder.encode(webhookBody(count));
  const about = { ref: orderRef(count), event: 'transaction.update', signature: 'a'.repeat(64), body };
  return {
    ...about,
    mailbox,
    fingerprint: fingerprintOf({ ...about, mailbox }),
    receivedAt: '2026-01-05T03:00:00.000Z',
  };
}
