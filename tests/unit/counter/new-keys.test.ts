import { expect, it } from 'vitest';
import { counterWorld, mailbox, withPending } from '../../support/counter-world.ts';

it('a webhook that met a wrong key is applied once the right key is there, and only once', async () => {
  const { world, sale } = await withPending();
  await world.receiveWebhook(
    { transaction_id: sale.transactionId },
    { ref: sale.id, signed: false, signature: 'cd'.repeat(32) },
  );
  expect((await world.stored(sale.id)).state).toBe('pending');
  const fits = (_body: Uint8Array, signature: string | null): boolean => signature === 'cd'.repeat(32);
  expect(await world.counter.reverifyWithRotatedKeys(fits)).toBe(1);
  expect((await world.stored(sale.id)).state).toBe('success');
  const events = (await world.journal.timeline(sale.id)).length;
  expect(await world.counter.reverifyWithRotatedKeys(fits)).toBe(0);
  expect((await world.journal.timeline(sale.id)).length).toBe(events);
});

it('one that still fits no key stays aside', async () => {
  const { world, sale } = await withPending();
  await world.receiveWebhook({ transaction_id: sale.transactionId }, { ref: sale.id, signed: false });
  expect(await world.counter.reverifyWithRotatedKeys(() => false)).toBe(0);
  expect((await world.stored(sale.id)).state).toBe('pending');
});

it('one that does not agree with the sale stays aside even with the right key', async () => {
  const { world, sale } = await withPending();
  const other = { transaction_id: sale.transactionId, customer_no: '081299999999' };
  await world.receiveWebhook(other, { ref: sale.id, signed: false });
  expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(0);
  expect((await world.stored(sale.id)).state).toBe('pending');
});

it('after a restore one of an order that the copy did not know is taken over', async () => {
  const restored = {
    at: '2026-03-10T02:00:00.000Z',
    reason: 'copy',
    acceptedAt: null,
    upTo: '2026-03-09T20:00:00.000Z',
    earlier: [],
  } as const;
  const world = await counterWorld({ wrap: (journal) => ({ ...journal, restored }) });
  // Made at 2026-03-09T22:00:00.000Z.
  const ref = '019cd49d-3b00-7abc-8abc-0123456789ab';
  const place = await world.receiveWebhook({ transaction_id: 'T-77' }, { ref, signed: false });
  expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(1);
  expect(await world.stored(ref)).toMatchObject({ state: 'unknown', transactionId: 'T-77' });
  expect(await world.cursor()).toBe(place);
  expect(await world.counter.reverifyWithRotatedKeys(() => true)).toBe(0);
});

it('one is applied however many came after it with the wrong key', async () => {
  const { world, sale } = await withPending();
  await world.receiveWebhook(
    { transaction_id: sale.transactionId },
    { ref: sale.id, signed: false, signature: 'cd'.repeat(32) },
  );
  for (let n = 0; n < 600; n++) {
    world.pass(60_000);
    await world.receiveWebhook({ transaction_id: `T-${n}` }, { signed: false });
  }
  expect(await world.counter.reverifyWithRotatedKeys((_body, signature) => signature === 'cd'.repeat(32))).toBe(1);
  expect((await world.stored(sale.id)).state).toBe('success');
});

it('where more came than were kept, the mailbox is read again from its oldest, once', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 1500; n++) await world.receiveWebhook({ transaction_id: `T-${n}` }, { signed: false });
  const place = await world.cursor();
  await world.counter.reverifyWithRotatedKeys(() => false, mailbox);
  expect(await world.cursor()).toBe(place);
  await world.counter.reverifyWithRotatedKeys(() => true, mailbox);
  expect(await world.cursor()).toBeNull();
  const next = await world.receiveWebhook({ transaction_id: 'T-9999' });
  await world.counter.reverifyWithRotatedKeys(() => true, mailbox);
  expect(await world.cursor()).toBe(next);
  // Those that somebody forges are passed over again, and are no reason to.
  const genuine = new Set((await world.journal.unverified(5000)).map(({ body }) => String(body)));
  for (let n = 0; n < 1000; n++) await world.receiveWebhook({ transaction_id: `F-${n}` }, { signed: false });
  const last = await world.cursor();
  expect(last).not.toBe(next);
  await world.counter.reverifyWithRotatedKeys((body) => genuine.has(String(body)), mailbox);
  expect(await world.cursor()).toBe(last);
});
