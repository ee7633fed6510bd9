import { expect, it } from 'vitest';
import { appWorld, pinOf, staffed } from '../support/app-world.ts';

it('a cashier does not see in the timeline what a corrected sale cost and earned', async () => {
  const world = await appWorld();
  const { call } = world;
  const { signIn } = await staffed(world);
  await call('product', { productCode: 'TSEL10' });
  await call('catalogue.save', { changes: [{ productCode: 'TSEL10', cost: 10_275, sellingPrice: 12_000 }] });
  const ordered = await call('order', { productCode: 'TSEL10', customerNo: '081234567890', tendered: 12_000 });
  const { id } = ordered.ok ? ordered.value : ordered.error.transaction;
  await expect.poll(async () => (await call('transactions.get', { id })).value.state).toBe('success');
  const corrected = await call('transactions.correct', {
    id,
    outcome: 'failed',
    note: 'kata provider gagal',
    pin: pinOf.owner,
  });
  expect(corrected.ok).toBe(true);
  await signIn('cashier');
  const text = JSON.stringify((await call('transactions.timeline', { id })).value.map(({ data }) => data));
  expect(text).not.toContain('10275');
  expect(text).not.toContain('"margin":1725');
});
