import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { newCounters } from '../../src/relay/core/ports.ts';
import { createShopRequests } from '../../src/relay/core/shop-requests.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { systemClock } from '../../src/relay/system.ts';
import type { PostedClaim } from '../../src/shared/wire/shop.ts';
import { produceFor } from './append.ts';
import { benchKeyId, masterKey } from './relay-server.ts';
import { orderRef } from './signed-requests.ts';
import type { Outcome, TaskOf } from './task.ts';

/** A sale's claims, one after the other. */
const states = ['tentative', 'unresolved', 'success'] as const;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const claimOf = (sale: number, state: PostedClaim['state'], version: number): PostedClaim => ({
  id: orderRef(sale),
  version,
  state,
  product: digestOf(`product ${sale}`),
  number: digestOf(`number ${sale}`),
  day: '2026-01-05',
  isSent: false,
});

/** One claim each: those of a sale follow each other, and sales go over the targets in turns. */
export function claimRequests({ targets, from, most }: TaskOf<'claim'>): Buffer[] {
  return Array.from({ length: most }, (_, index) => {
    const sale = Math.floor((from + index) / states.length);
    const at = (from + index) % states.length;
    const { path, token } = targets[sale % targets.length] ?? { path: '/', token: '' };
    const body = JSON.stringify({ keyId: benchKeyId, claims: [claimOf(sale, states[at] ?? 'success', at + 1)] });
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}

type Record = TaskOf<'record'>;
type Keep = (mailbox: string, claim: PostedClaim) => Promise<unknown>;
const ways = new Map<string, Promise<Keep>>();

/** Past HTTP: every producer claims for the next sale when the last one is recorded. */
export async function recording(task: Record): Promise<() => Promise<Outcome>> {
  const key = `${task.how} ${task.url}`;
  const way = ways.get(key) ?? (task.how === 'claims' ? claims(task.url) : rows(task));
  ways.set(key, way);
  const keep = await way;
  return () =>
    produceFor(task, async (count) => {
      const mailbox = task.mailboxes[count % task.mailboxes.length] ?? '';
      await keep(mailbox, claimOf(count, 'unresolved', 1));
    });
}

/** The relay's own way. */
async function claims(url: string): Promise<Keep> {
  const { store } = await openStore({ engine: 'postgres', url }, Buffer.from(masterKey, 'hex'));
  const authenticate = async (): Promise<boolean> => true;
  const shop = createShopRequests({ store, authenticate, clock: systemClock, counters: newCounters() });
  return async (mailbox, claim) => {
    const answer = await shop.post(mailbox, '', { keyId: benchKeyId, claims: [claim] });
    if ('refused' in answer || answer.results[0]?.outcome !== 'recorded') throw new Error('the claim is not recorded');
  };
}

/** A row each in a commit of its own, in a table alike: nothing is asked first. */
async function rows({ url, connections }: Record): Promise<Keep> {
  const pool = new Pool({ connectionString: url, max: connections });
  await pool.query('create table if not exists single_claims (like claims including indexes)');
  const text = `insert into single_claims (shop, id, mailbox, counter, version, state, product, number, day, holds, since, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`;
  return (mailbox, { id, version, state, product, number, day }) => {
    const values = [1, id, 1, mailbox, version, state, product, number, day, 1, new Date().toISOString()];
    return pool.query({ name: 'single_claim', text, values });
  };
}
