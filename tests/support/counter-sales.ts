import { counterWorld, lost } from './counter-world.ts';

/** A pending order, with cash for it in the drawer. */
export async function withPending() {
  const world = await counterWorld();
  const sale = await world.ordered({ tendered: 12_000 });
  return { world, sale, now: () => world.stored(sale.id) };
}

/** An order whose answer never came. */
export async function withUnknown() {
  const world = await counterWorld();
  world.say('order', lost);
  const sale = await world.ordered();
  return { world, sale, now: () => world.stored(sale.id) };
}

/** An inquired bill, and the button that pays it. */
export async function withBill() {
  const world = await counterWorld();
  const bill = await world.inquired();
  const pay = (more: { tendered?: number; allowDuplicate?: boolean } = {}) =>
    world.counter.pay({ id: bill.id, ...more });
  return { world, bill, pay };
}
