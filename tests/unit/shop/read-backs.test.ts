import { expect, test } from 'vitest';
import { ReadBacks } from '../../../src/main/shop/read-backs.ts';
import { virtualClock } from '../../support/fake-system.ts';

const credit = { productCode: 'TSEL10', customerNo: '081234567890' };

test('a sale is being read back until it is sent or left, or for less than the minute that its claim lasts', async () => {
  const clock = virtualClock();
  const readBacks = new ReadBacks(clock);
  readBacks.begin('a', credit);
  readBacks.begin('b', credit);
  expect([readBacks.find(credit), readBacks.find({ ...credit, productCode: 'TSEL20' })]).toEqual(['b', null]);
  expect([readBacks.end('b'), readBacks.end('b')]).toEqual([true, false]);
  expect(readBacks.find(credit)).toBe('a');
  await clock.pass(54_999);
  expect(readBacks.has('a')).toBe(true);
  await clock.pass(1);
  expect([readBacks.has('a'), readBacks.find(credit)]).toEqual([false, null]);
});

test('of more than fifty the oldest are dropped', () => {
  const readBacks = new ReadBacks(virtualClock());
  for (let at = 0; at < 51; at += 1) readBacks.begin(`sale ${at}`, { ...credit, customerNo: `0812345678${at}` });
  expect([readBacks.has('sale 0'), readBacks.has('sale 1'), readBacks.has('sale 50')]).toEqual([false, true, true]);
});
