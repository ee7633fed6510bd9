import { expect, it } from 'vitest';
import { listQuarantined } from '../../../src/main/sales/webhooks/quarantine.ts';
import { withPending, withUnknown } from '../../support/counter-world.ts';

const hour = 60 * 60_000;
const forged = { signed: false, signature: '00'.repeat(32) };

it('a flood of forged webhooks about a sale disputes nothing, and the genuine one behind it is applied', async () => {
  const { world, sale, now } = await withPending();
  for (let n = 0; n < 700; n++) {
    await world.receiveWebhook(
      { status: n % 2 === 0 ? 'failed' : 'success', sn: `F${n}` },
      { ref: sale.id, ...forged },
    );
  }
  // The first one is recorded as a webhook that no key fits.
  expect(await now()).toEqual({ ...sale, revision: sale.revision + 1 });
  const cursor = await world.receiveWebhook({ sn: 'SN-0002' }, { ref: sale.id });
  expect(await now()).toMatchObject({ state: 'success', sn: 'SN-0002' });
  expect(await world.cursor()).toBe(cursor);
});

it('keeps the first of a flood whole, counts the rest, and the log hardly grows any more', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 500; n++) await world.receiveWebhook({ sn: `F${n}` }, forged);
  const full = (await world.journal.head()).seq;
  const before = await world.cursor();
  let last = '';
  for (let n = 0; n < 999; n++) last = await world.receiveWebhook({ sn: `G${n}` }, forged);
  expect((await world.journal.head()).seq).toBe(full);
  expect(await world.cursor()).toBe(before);
  last = await world.receiveWebhook({ sn: 'the thousandth' }, forged);
  expect((await world.journal.head()).seq).toBe(full + 1);
  expect(await world.cursor()).toBe(last);
});

it('large ones use up sooner what is kept whole', async () => {
  const { world } = await withPending();
  const raw = new Uint8Array(60_000).fill(0x20);
  for (let n = 0; n < 20; n++) await world.receiveWebhook({}, { raw, ...forged });
  const kept = (await world.journal.quarantined(200)).length;
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(20);
});

it('a trickle is kept whole for ever, as where the shop’s own key is wrong', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 600; n++) {
    world.pass(hour / 60);
    await world.receiveWebhook({ sn: `F${n}` }, forged);
  }
  expect((await world.journal.unverified(1000)).length).toBe(600);
});

it('a webhook that came before its order’s answer is applied though forged ones came between', async () => {
  const { world, sale } = await withUnknown();
  expect(sale.state).toBe('unknown');
  world.say('order', async () => {
    await world.receiveWebhook({ transaction_id: 'T-7', customer_no: '081234567893', sn: 'SN-7' });
    for (let n = 0; n < 80; n++) await world.receiveWebhook({ transaction_id: 'T-7', sn: `F${n}` }, forged);
    return { json: { status: 'success', message: 'OK', data: { transaction_id: 'T-7', status: 'pending' } } };
  });
  const other = await world.ordered({ customerNo: '081234567893' });
  expect(other).toMatchObject({ state: 'success', sn: 'SN-7' });
});

it('forged ones take at most half of the list that the screen shows', async () => {
  const { world } = await withPending();
  for (let n = 0; n < 6; n++) await world.receiveWebhook({ transaction_id: `X-${n}` }, { ref: 'nobody' });
  for (let n = 0; n < 20; n++) await world.receiveWebhook({ sn: `F${n}` }, forged);
  const reasons = (await listQuarantined(world.journal, 10)).map(({ reason }) => reason);
  expect(reasons).toEqual([...Array(5).fill('bad_signature'), ...Array(5).fill('no_such_sale')]);
  expect(await listQuarantined(world.journal, 50)).toHaveLength(26);
  expect(await listQuarantined(world.journal, 1)).toHaveLength(1);
});
