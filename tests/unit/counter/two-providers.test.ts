import { expect, it } from 'vitest';
import { createSalesService } from '../../../src/main/sales/sales-service.ts';
import { counterWorld, deliverWebhook, saleOf } from '../../support/counter-world.ts';

const ask = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, allowDuplicate: true };

it('an id that another provider gave to an earlier sale disputes nothing, and its own sale is found by it', async () => {
  const world = await counterWorld();
  const first = createSalesService({ ...world.ports, providerId: 'one.example/v1' });
  const earlier = saleOf(await first.order(ask));
  await deliverWebhook(first, {}, { ref: earlier.id, cursor: 'c1' });
  const second = createSalesService({ ...world.ports, providerId: 'two.example/v1' });
  const later = saleOf(await second.order(ask));
  expect(later).toMatchObject({ state: 'pending', transactionId: 'T-1' });
  await deliverWebhook(second, { sn: 'SN-0002' }, { cursor: 'c2' });
  expect(await world.stored(later.id)).toMatchObject({ state: 'success', sn: 'SN-0002' });
  expect(await world.stored(earlier.id)).toMatchObject({ state: 'success', sn: 'SN-0001' });
});
