import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import { createApp } from '../../src/main/runtime/create-app.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { startBridge } from '../support/bridge.ts';
import { folder } from '../support/temporary-folder.ts';

const patient = { timeout: 30_000 };

/** A real counter, live, whose payment service is a real bridge and whose mailbox is at a real relay. */
async function liveCounter() {
  const bridge = await startBridge();
  const { mailbox, token, key, headers } = await bridge.addCounter('Kasir 1');
  const app = await createApp(nodeSystem, {
    dataDir: join(await folder(), 'counter'),
    env: {
      KONTER_PROVIDER_URL: `${bridge.url()}/v1`,
      KONTER_PROVIDER_HEADERS: JSON.stringify(headers),
      KONTER_SECRET_KEY: key,
      KONTER_RELAY_URL: bridge.relay.relay.url,
      KONTER_RELAY_MAILBOX: mailbox,
      KONTER_RELAY_TOKEN: token,
    },
    version: '0.0.0',
    secrets: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    printer: { print: () => Promise.resolve({ kind: 'handed_over' }) },
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => app.close());
  const { handlers } = app;
  await vi.waitFor(async () => {
    const status = await handlers.status(undefined);
    expect(status.ok && status.value.relay.state).toBe('listening');
  }, patient);
  const stored = async (id: string): Promise<Transaction> => {
    const sale = await handlers['transactions.get']({ id });
    if (!sale.ok) throw new Error(sale.error.message);
    return sale.value;
  };
  const order = async (customerNo: string): Promise<Transaction> => {
    const product = await handlers.product({ productCode: 'xld10' });
    if (!product.ok) throw new Error(product.error.message);
    const sale = await handlers.order({ productCode: 'xld10', customerNo, sellingPrice: 12_000, tendered: 20_000 });
    return 'value' in sale ? sale.value : await stored(sale.error.transaction?.id ?? '');
  };
  return { ...bridge, handlers, stored, order };
}

const refOf = (sale: Transaction): string => sale.id.replaceAll('-', '');

test('a counter sells through the bridge as through any payment service: at once, later, and not at all', async () => {
  const { order, stored, digiflazz, webhook } = await liveCounter();
  const sold = await order('087800001230');
  expect(sold).toMatchObject({ transactionId: refOf(sold), productName: 'XL xld10' });
  await vi.waitFor(
    async () => expect(await stored(sold.id)).toMatchObject({ state: 'success', sn: '12345678901234567890' }),
    patient,
  );

  const failed = await order('087800001232');
  expect(failed.state).toBe('failed');

  const pending = await order('087800001233');
  expect(pending.state).toBe('pending');
  await webhook(digiflazz.settle(refOf(pending), { rc: '00', status: 'Sukses', sn: '222' }));
  await vi.waitFor(
    async () => expect(await stored(pending.id)).toMatchObject({ state: 'success', sn: '222' }),
    patient,
  );
  await webhook(digiflazz.settle(refOf(pending), { rc: '74', status: 'Gagal' }));
  await vi.waitFor(async () => expect((await stored(pending.id)).state).toBe('disputed'), patient);
  expect([...digiflazz.transactions.values()].map(({ purchases }) => purchases)).toEqual([1, 1, 1]);
});

test('a lost answer ends by itself, and so does a bill whose payment was not answered', async () => {
  const { order, stored, handlers, digiflazz, webhook } = await liveCounter();
  digiflazz.faults.push('lost');
  const lost = await order('087800001230');
  expect(lost.state).toBe('pending');
  await webhook(digiflazz.settle(refOf(lost), {}));
  await vi.waitFor(async () => expect((await stored(lost.id)).state).toBe('success'), patient);

  const bill = await handlers.inquiry({ productCode: 'pln', customerNo: '530000000001' });
  if (!bill.ok) throw new Error(bill.error.message);
  expect(bill.value).toMatchObject({ state: 'inquired', price: 100_000, customerName: 'BUDI' });
  digiflazz.faults.push('lost');
  const paid = await handlers.pay({ id: bill.value.id, tendered: 150_000 });
  expect(paid).toMatchObject({ ok: false, error: { code: 'outcome_unknown' } });
  await webhook(digiflazz.settle(bill.value.transactionId ?? '', {}));
  await vi.waitFor(
    async () =>
      expect(await stored(bill.value.id)).toMatchObject({ state: 'success', sn: 'REF:1/BUDI', price: 100_000 }),
    patient,
  );
});
