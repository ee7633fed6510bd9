import { expect, it } from 'vitest';
import { appWorld } from '../../support/app-world.ts';

it('a bill whose slip is printed at the very moment is paid all the same, once', async () => {
  const { call } = await appWorld();
  const { id } = (await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
  const print = () => call('receipts.print', { id });
  const [, paid, , twice] = await Promise.all([print(), call('pay', { id }), print(), call('pay', { id })]);
  expect([paid, twice].filter((told) => told.ok)).toHaveLength(1);
  expect((await call('transactions.get', { id })).value.state).toBe('success');
  const types = (await call('transactions.timeline', { id })).value.map(({ type }) => type);
  expect(types.filter((type) => type === 'sale.submitted')).toHaveLength(1);
});
