import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { appWorld, memorySecrets } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { webhookBody } from '../support/provider-answers.ts';
import { counterEnv, hook, type RelayUnderTest, startRelay } from '../support/relay.ts';
import { begin, order, stored, updated } from '../support/stored-sales.ts';

const patient = { timeout: 15_000 };
const number = '081234567890';
const erasure = { customerNo: number, readBack: number, reason: 'the customer asked', pin: '1234' };

/** A live counter at a real relay, with an order that waits for its webhook. */
async function shop(under: RelayUnderTest) {
  const dataDir = temporaryFolder();
  const live = join(dataDir, 'live');
  mkdirSync(live, { recursive: true });
  const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
  const sale = await stored(db, begin(order(1, { customerNo: number })));
  await stored(db, updated(sale, { state: 'pending', transactionId: 'P1', transactionIdFrom: 'answer' }));
  await db.close();
  const env = counterEnv(under);
  const secrets = memorySecrets();
  const open = () => appWorld({ dataDir, secrets, env });
  const counter = await open();
  await counter.call('settings.save', { supervisorPin: { next: '1234' } });
  await vi.waitFor(async () => expect((await counter.call('status')).value.relay.state).toBe('listening'), patient);
  const payload = JSON.stringify(webhookBody({ transaction_id: 'P1', customer_no: number }));
  expect((await hook(under, payload, { ref: sale.id })).status).toBe(200);
  await vi.waitFor(async () => {
    expect((await counter.call('transactions.get', { id: sale.id })).value.state).toBe('success');
    expect(await under.sql('SELECT 1 FROM mailboxes WHERE acked_through > 0')).toHaveLength(1);
  }, patient);
  return { ...counter, open, payload, sale };
}

const held = async ({ sql }: RelayUnderTest): Promise<number> =>
  (await sql('SELECT 1 FROM webhooks WHERE length(body) > 0')).length;

test('a customer who is erased at the counter is erased at the relay, and a repeated webhook changes nothing', async () => {
  const under = await startRelay();
  const { call, payload, sale, app } = await shop(under);
  expect(await held(under)).toBe(1);
  expect((await call('customers.erase', erasure)).value).toMatchObject({ sales: 1, atRelay: false });
  expect(await held(under)).toBe(0);
  expect((await call('customers.state')).value.atRelay).toBe(false);
  const before = (await call('transactions.get', { id: sale.id })).value;
  expect((await hook(under, payload, { ref: sale.id })).status).toBe(200);
  expect(await under.sql('SELECT 1 FROM webhooks')).toHaveLength(1);
  expect((await call('transactions.get', { id: sale.id })).value).toEqual(before);
  await app.close();
}, 60_000);

test('while the relay is away the counter says that it still holds them, and has them erased once it is back', async () => {
  const under = await startRelay();
  const { call, app, open } = await shop(under);
  await under.relay.close();
  Object.assign(under.relay, { close: async () => undefined });
  await vi.waitFor(async () => expect((await call('status')).value.relay.state).not.toBe('listening'), patient);
  expect((await call('customers.erase', erasure)).value).toMatchObject({ sales: 1, atRelay: true });
  await app.close();
  await under.restart();
  expect(await held(under)).toBe(1);
  const again = await open();
  await vi.waitFor(async () => expect((await again.call('customers.state')).value.atRelay).toBe(false), patient);
  expect(await held(under)).toBe(0);
  await again.app.close();
}, 60_000);
