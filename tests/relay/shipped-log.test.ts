import { randomBytes } from 'node:crypto';
import { expect, inject, test, vi } from 'vitest';
import { deleteMailbox } from '../../src/relay/core/mailbox-service.ts';
import { maxSealedBytes } from '../../src/shared/wire/shipped-log.ts';
import { hastyClock } from '../support/fake-system.ts';
import { beside, relayOfFile, secret, startRelay } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { commit, hashOf, requestAt, ship, snapshotId, tag, upload } from '../support/shipping.ts';
import { type ShopMailbox, shopAt } from '../support/shop.ts';

const newRelay = relayOfFile();
const state = async (at: ShopMailbox) => (await requestAt(at, 'log')).json;

async function batches(at: ShopMailbox, after = 0): Promise<string[]> {
  const all: string[] = [];
  for (let from = after, more = true; more; ) {
    const page = (await requestAt(at, 'log/batches', { after: from })).json as unknown as {
      batches: { first: number; last: number; sealed: string }[];
      more: boolean;
    };
    all.push(...page.batches.map(({ first, last }) => `${first}-${last}`));
    from = page.batches.at(-1)?.last ?? from;
    more = page.more;
  }
  return all;
}

test('batches that continue one another are kept as they are, and a counter learns how far', async () => {
  const at = await newRelay();
  expect(await state(at)).toEqual({ through: 0, head: null, tag: null, bytes: 0, snapshot: null });
  const sealed = randomBytes(5000);
  expect((await ship(at, 1, 3, { sealed })).status).toBe(200);
  expect((await ship(at, 4, 4)).status).toBe(200);
  expect(await state(at)).toEqual({ through: 4, head: hashOf(4), tag, bytes: 5040, snapshot: null });
  const page = (await requestAt(at, 'log/batches', { after: 0 })).json as { batches?: { sealed: string }[] };
  expect(page.batches?.[0]?.sealed).toBe(sealed.toString('base64'));
  expect(await batches(at, 2)).toEqual(['1-3', '4-4']);
  expect(await batches(at, 3)).toEqual(['4-4']);
});

test('a batch that leaves a gap, repeats events or comes from another history is refused, and one that is repeated is stored once', async () => {
  const at = await newRelay();
  expect((await ship(at, 2, 3)).json).toMatchObject({ reason: 'gap', through: 0, head: null });
  await ship(at, 1, 3);
  for (const [first, last, journal] of [
    [5, 6, 'a'],
    [3, 4, 'a'],
    [1, 3, 'b'],
    [4, 5, 'b'],
  ] as const) {
    const answer = await ship(at, first, last, { journal });
    expect([first, last, journal, answer.status]).toEqual([first, last, journal, 409]);
    expect(answer.json).toMatchObject({ reason: 'gap', through: 3, head: hashOf(3) });
  }
  expect((await ship(at, 1, 3)).status).toBe(200);
  expect(await batches(at)).toEqual(['1-3']);
  expect(await state(at)).toMatchObject({ bytes: 40 });
});

test('of two that ship at once one goes on and the other learns it', async () => {
  const at = await newRelay();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => ship(at, 1, n + 1)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await batches(at)).toHaveLength(1);
});

test('another mailbox’s token neither reads nor writes, before a byte of the body is taken', async () => {
  const at = await newRelay();
  const other = await newRelay();
  await ship(at, 1, 1);
  await upload(at, snapshotId(1), 0);
  const stranger = { ...at, token: other.token };
  const answers = [
    await state(stranger),
    (await ship(stranger, 2, 2, { sealed: randomBytes(maxSealedBytes) })).json,
    (await requestAt(stranger, 'log/batches', { after: 0 })).json,
    (await upload(stranger, snapshotId(2), 0)).json,
    (await requestAt(stranger, 'snapshot/part', { snapshot: snapshotId(1), part: 0 })).json,
    (await commit(stranger, snapshotId(1), 1, 1)).json,
  ];
  for (const answer of answers) expect(answer).toMatchObject({ message: 'The mailbox or its token is not valid' });
  expect(await state(other)).toMatchObject({ through: 0 });
  expect(await state(at)).toMatchObject({ through: 1, snapshot: null });
});

test('a batch over the limit is refused, and one at the limit is kept', async () => {
  const at = await newRelay();
  expect((await ship(at, 1, 1, { sealed: randomBytes(maxSealedBytes + 1) })).status).toBe(413);
  expect((await ship(at, 1, 1, { sealed: randomBytes(maxSealedBytes) })).status).toBe(200);
  expect((await ship(at, 2, 2)).status).toBe(200);
  // A page takes one of that size whatever its limit, and leaves the next for the next.
  const page = (await requestAt(at, 'log/batches', { after: 0 })).json;
  expect(page).toMatchObject({ batches: [{ first: 1 }], more: true });
  expect(await batches(at)).toEqual(['1-1', '2-2']);
});

test('a full mailbox refuses batches and parts', async () => {
  const at = await newRelay();
  await ship(at, 1, 1);
  await at.sql(`UPDATE shipped_logs SET bytes = ${2 * 1024 ** 3 - 50}
    WHERE mailbox = (SELECT number FROM mailboxes WHERE id = '${at.mailbox}')`);
  expect((await ship(at, 2, 2, { sealed: randomBytes(51) })).json).toMatchObject({ reason: 'full', through: 1 });
  expect((await upload(at, snapshotId(1), 0, randomBytes(51))).json).toMatchObject({ reason: 'full' });
});

test('a request that is not one is refused', async () => {
  const at = await newRelay();
  const right = { first: 1, last: 1, previous: hashOf(0), head: hashOf(1), tag };
  for (const wrong of [{ first: 0 }, { last: 1.5 }, { head: 'x' }, { tag: '' }]) {
    expect((await requestAt(at, 'log/append', { ...right, ...wrong }, randomBytes(9))).status).toBe(400);
  }
  expect((await requestAt(at, 'log/batches', { after: -1 })).status).toBe(400);
  expect((await requestAt(at, 'snapshot/upload', { snapshot: 'x', part: 0 }, randomBytes(9))).status).toBe(400);
  expect((await requestAt(at, 'snapshot/commit', {}, {})).status).toBe(400);
  expect((await requestAt(at, 'snapshot/part', { snapshot: snapshotId(1), part: 0 })).status).toBe(404);
});

test('a snapshot counts once all its parts are there, and replaces the batches up to its event and the one before', async () => {
  const at = await newRelay();
  for (const seq of [1, 2, 3]) await ship(at, seq, seq);
  await upload(at, snapshotId(1), 0);
  expect((await commit(at, snapshotId(1), 2, 2)).json).toMatchObject({ reason: 'incomplete' });
  expect((await commit(at, snapshotId(1), 4, 1)).json).toMatchObject({ reason: 'gap' });
  expect(await batches(at)).toEqual(['1-1', '2-2', '3-3']);
  // A part that is sent again replaces the first.
  const piece = randomBytes(70);
  await upload(at, snapshotId(1), 1);
  await upload(at, snapshotId(1), 1, piece);
  for (let again = 0; again < 2; again++) expect((await commit(at, snapshotId(1), 2, 2)).status).toBe(200);
  expect(await batches(at)).toEqual(['3-3']);
  expect(await state(at)).toMatchObject({
    through: 3,
    head: hashOf(3),
    bytes: 40 + 100 + 70,
    snapshot: { id: snapshotId(1), through: 2, head: hashOf(2), parts: 2 },
  });
  const stored = (await requestAt(at, 'snapshot/part', { snapshot: snapshotId(1), part: 1 })).json;
  expect(stored).toEqual({ sealed: piece.toString('base64') });

  await upload(at, snapshotId(2), 0);
  expect((await commit(at, snapshotId(2), 3, 1)).status).toBe(200);
  expect(await batches(at)).toEqual([]);
  expect(await state(at)).toMatchObject({ through: 3, bytes: 100, snapshot: { id: snapshotId(2) } });
  expect((await requestAt(at, 'snapshot/part', { snapshot: snapshotId(1), part: 0 })).status).toBe(404);
  expect((await ship(at, 4, 4)).status).toBe(200);

  // The counter's clock was set back.
  await upload(at, snapshotId(0), 0, randomBytes(50));
  expect((await commit(at, snapshotId(0), 4, 1)).status).toBe(200);
  expect(await state(at)).toMatchObject({ bytes: 50, snapshot: { id: snapshotId(0) } });
  expect((await requestAt(at, 'snapshot/part', { snapshot: snapshotId(2), part: 0 })).status).toBe(404);
});

test('a counter that was put back to an older copy begins again with a snapshot, and nothing of the history that it left is read', async () => {
  const at = await newRelay();
  for (const seq of [1, 2, 3, 4]) await ship(at, seq, seq);
  await upload(at, snapshotId(1), 0);
  expect((await commit(at, snapshotId(1), 3, 1, { restart: true, journal: 'b' })).status).toBe(200);
  expect(await state(at)).toMatchObject({ through: 3, head: hashOf(3, 'b') });
  expect(await batches(at)).toEqual([]);
  expect((await ship(at, 4, 4)).status).toBe(409);
  expect((await ship(at, 4, 4, { journal: 'b' })).status).toBe(200);
});

test('the log of a revoked counter is deleted after some days, and a counter that is back starts over', async () => {
  const shop = await shopAt(startRelay, ['Front', 'Back', 'Gone']);
  const [front, back, gone] = shop.counters;
  if (!front || !back || !gone) throw new Error('three counters');
  for (const at of shop.counters) for (const first of [1, 4, 7]) await ship(at, first, first + 2);
  for (const at of shop.counters) await upload(at, snapshotId(1), 0);
  for (const at of shop.counters) expect((await commit(at, snapshotId(1), 3, 1)).status).toBe(200);
  const day = 24 * 60 * 60_000;
  const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();
  await shop.mailboxes.setDisabled(front.mailbox, inDays(0));
  await shop.shops.removeFromShop(shop.shop, back.mailbox);
  const { shippedLog } = shop.store;
  expect(await shippedLog.pruneRevoked({ before: inDays(-1), limit: 1 })).toBe(false);
  const before = inDays(1);
  // In the middle of it the counter is enabled again.
  expect(await shippedLog.pruneRevoked({ before, limit: 1 })).toBe(true);
  await shop.mailboxes.setDisabled(front.mailbox, null);
  await vi.waitFor(async () => expect(await state(front)).toMatchObject({ through: 0, head: null, snapshot: null }));
  expect((await ship(front, 1, 2, { journal: 'b' })).status).toBe(200);
  expect(await batches(front)).toEqual(['1-2']);
  while (await shippedLog.pruneRevoked({ before, limit: 1 }));
  expect(await state(back)).toEqual({ through: 0, head: null, tag: null, bytes: 0, snapshot: null });
  expect(await state(gone)).toMatchObject({ through: 9, snapshot: { through: 3 } });
  expect(await batches(front)).toEqual(['1-2']);
});

test('a mailbox is deleted with everything that was shipped to it', async () => {
  const at = await startRelay();
  for (const seq of [1, 2, 3]) await ship(at, seq, seq);
  await upload(at, snapshotId(1), 0);
  await commit(at, snapshotId(1), 1, 1);
  const { mailboxes } = await beside(at);
  expect(await deleteMailbox({ store: mailboxes, clock: hastyClock }, at.mailbox)).toBe(true);
  for (const table of ['shipped_logs', 'shipped_batches', 'shipped_snapshot_parts']) {
    expect(await at.sql(`SELECT 1 FROM ${table}`)).toEqual([]);
  }
});

test.each([1, 4, 9])(
  'a relay that is killed after %i answers has each batch that it answered for, and no half of another',
  { tags: ['full'] },
  async (killAfter) => {
    const { env, faults } = await newDatabase();
    const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
    const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
    const first = await relayProcess(env);
    let stored = 0;
    for (let seq = 1; seq <= 20; seq++) {
      const sent = ship({ relay: first, mailbox, token }, seq, seq, { sealed: randomBytes(100_000) });
      if (stored === killAfter) first.process.kill('SIGKILL');
      if ((await sent.catch(() => null)) === null) break;
      stored = seq;
    }
    const second = { relay: await relayProcess(env), mailbox, token };
    const { through, bytes } = (await state(second)) as { through?: number; bytes?: number };
    // The answer to the last one may have been lost.
    expect([stored, stored + 1]).toContain(through);
    expect(bytes).toBe(Number(through) * 100_000);
    expect(await batches(second)).toHaveLength(Number(through));
    expect((await ship(second, stored + 1, stored + 1)).status).toBe(200);
    expect(await batches(second)).toHaveLength(stored + 1);
    expect(await faults()).toEqual([]);
  },
);

test.skipIf(inject('engine') !== 'sqlite')('what was replaced is not left in the file', async () => {
  const at = await startRelay();
  const old = randomBytes(3000);
  await ship(at, 1, 1, { sealed: old });
  await upload(at, snapshotId(1), 0);
  await commit(at, snapshotId(1), 1, 1);
  await at.relay.close();
  if (at.database.engine !== 'sqlite') throw new Error('a file');
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(at.database.path).includes(old.subarray(0, 1000))).toBe(false);
});
