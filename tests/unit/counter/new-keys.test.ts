import { expect, it } from 'vitest';
import { withPending } from '../../support/counter-sales.ts';

it('a webhook that met a wrong key is applied once the right key is there, and only once', async () => {
  const { world, sale } = await withPending();
  await world.hear({ transaction_id: sale.transactionId }, { ref: sale.id, signed: false, signature: 'cd'.repeat(32) });
  expect((await world.stored(sale.id)).state).toBe('pending');
  const fits = (_body: Uint8Array, signature: string | null): boolean => signature === 'cd'.repeat(32);
  expect(await world.counter.hearWithNewKeys(fits)).toBe(1);
  expect((await world.stored(sale.id)).state).toBe('success');
  const events = (await world.journal.timeline(sale.id)).length;
  expect(await world.counter.hearWithNewKeys(fits)).toBe(0);
  expect((await world.journal.timeline(sale.id)).length).toBe(events);
});

it('one that still fits no key stays aside', async () => {
  const { world, sale } = await withPending();
  await world.hear({ transaction_id: sale.transactionId }, { ref: sale.id, signed: false });
  expect(await world.counter.hearWithNewKeys(() => false)).toBe(0);
  expect((await world.stored(sale.id)).state).toBe('pending');
});

it('one that does not agree with the sale stays aside even with the right key', async () => {
  const { world, sale } = await withPending();
  const other = { transaction_id: sale.transactionId, customer_no: '081299999999' };
  await world.hear(other, { ref: sale.id, signed: false });
  expect(await world.counter.hearWithNewKeys(() => true)).toBe(0);
  expect((await world.stored(sale.id)).state).toBe('pending');
});
