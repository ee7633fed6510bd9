import { expect, it } from 'vitest';
import { withPending } from '../../support/counter-sales.ts';

const hour = 60 * 60_000;
const forged = { signed: false, signature: '00'.repeat(32) };

it('a flood of forged webhooks about a sale disputes nothing, and the genuine one behind it is applied', async () => {
  const { world, sale, now } = await withPending();
  for (let n = 0; n < 700; n++) {
    await world.hear({ status: n % 2 === 0 ? 'failed' : 'success', sn: `F${n}` }, { ref: sale.id, ...forged });
  }
  expect(await now()).toEqual(sale);
  const cursor = await world.hear({ sn: 'SN-0002' }, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
  expect(await world.cursor()).toBe(cursor);
});

it('keeps the first of a flood whole, counts the rest, and the log hardly grows any more', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 500; n++) await world.hear({ sn: `F${n}` }, forged);
  const full = (await world.journal.head()).seq;
  const before = await world.cursor();
  let last = '';
  for (let n = 0; n < 999; n++) last = await world.hear({ sn: `G${n}` }, forged);
  expect((await world.journal.head()).seq).toBe(full);
  expect(await world.cursor()).toBe(before);
  last = await world.hear({ sn: 'the thousandth' }, forged);
  expect((await world.journal.head()).seq).toBe(full + 1);
  expect(await world.cursor()).toBe(last);
});

it('large ones use up sooner what is kept whole', async () => {
  const { world } = await withPending();
  const raw = new Uint8Array(60_000).fill(0x20);
  for (let n = 0; n < 20; n++) await world.hear({}, { raw, ...forged });
  const kept = (await world.journal.setAside(200)).length;
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(20);
});

it('a trickle is kept whole for ever, as where the shop’s own key is wrong', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 600; n++) {
    world.pass(hour / 60);
    await world.hear({ sn: `F${n}` }, forged);
  }
  expect((await world.journal.unverified(1000)).length).toBe(600);
});
