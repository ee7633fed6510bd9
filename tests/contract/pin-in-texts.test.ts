import { expect, it } from 'vitest';
import { appWorld, pinOf, staffed } from '../support/app-world.ts';

it('a PIN that is typed where a reason belongs is neither kept nor printed', async () => {
  const world = await appWorld();
  const { call } = world;
  await staffed(world);
  await call('shifts.open', { counted: 100_000 });
  await call('shifts.payOut', { amount: 10_000, reason: pinOf.owner });
  const { value } = await call('shifts.print');
  const moves = JSON.stringify((await call('shifts.report')).value.moves);
  expect(value.text).not.toContain(pinOf.owner);
  expect(moves).not.toContain(pinOf.owner);
});

it('a PIN that is typed where a reference belongs is not kept', async () => {
  const world = await appWorld();
  const { call } = world;
  const { signIn } = await staffed(world);
  await call('product', { productCode: 'TSEL10' });
  await signIn('cashier');
  const ordered = await call('order', {
    productCode: 'TSEL10',
    customerNo: '081234567890',
    sellingPrice: 12_000,
    payments: [{ method: 'qris', amount: 12_000, reference: pinOf.supervisor }],
    allowMismatch: true,
    reason: 'diminta pelanggan',
    pin: pinOf.supervisor,
  });
  expect(ordered.ok ? JSON.stringify(ordered.value.payments) : '').not.toContain(pinOf.supervisor);
});
