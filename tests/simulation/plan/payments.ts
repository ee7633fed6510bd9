import { paymentMethods } from '../../../src/shared/domain/payment.ts';
import { type Chance, chanceOf } from '../engine/chance.ts';
import type { Item, PaidBy } from './plan.ts';

/** The customer who may owe: in the book of every simulated shop. */
export const tabCustomer = 'customer-1';

const pairs: readonly PaidBy['methods'][] = [
  ...paymentMethods.filter((method) => method !== 'cash').map((method): PaidBy['methods'] => [method]),
  ['cash', 'qris'],
  ['cash', 'tab'],
  ['qris', 'tab'],
  ['cash'],
];

/**
 * Some of those who pay do it by another method or by two, pay of what they owe later, and have money returned another way
 * than it came. Drawn from a stream of its own, so that the rest of a plan is what it was.
 * @param pressed what is pressed in this shop
 */
export function paymentsOf(seed: number, bustleMs: number, pressed: readonly Item[]): Item[] {
  const chance = chanceOf(`konter/${seed}/payments`);
  const windows = chanceOf(`konter/${seed}/windows`);
  const items = pressed.map((item): Item => {
    const pays = (item.do === 'order' || item.do === 'pay') && item.cash && chance.happens(0.5);
    return pays ? Object.assign({}, item, { paidBy: paidBy(chance) }) : item;
  });
  const later = (): number => chance.between(20_000, bustleMs + 210_000);
  for (let count = chance.between(0, 2); count > 0; count--) {
    const method = chance.pick(['cash', 'qris', 'transfer'] as const);
    const settlement = { at: later(), do: 'settle_tab' as const, method, share: chance.pick([30, 100]) };
    items.push(settlement);
    // Another window takes the same payment at the same moment.
    if (windows.happens(0.4)) items.push({ ...settlement });
  }
  if (chance.happens(0.4))
    items.push({ at: later(), do: 'return_cash', by: chance.pick(['cash', 'transfer'] as const) });
  return items;
}

const paidBy = (chance: Chance): PaidBy => ({ methods: chance.pick(pairs), share: chance.between(1, 99) });
