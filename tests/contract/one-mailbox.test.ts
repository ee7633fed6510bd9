import { expect, onTestFinished, test, vi } from 'vitest';
import { startSimulatorServer } from '../../src/simulator/server.ts';
import { type AppWorld, appWorld, memorySecrets } from '../support/app-world.ts';
import { temporaryFolder } from '../support/database-files.ts';
import { counterEnv, secret, startRelay } from '../support/relay.ts';

const wait = { timeout: 30_000, interval: 40 };

/** A mailbox in no shop at a real relay, and any number of counters that are set up with it. */
async function oneMailbox() {
  const under = await startRelay();
  const provider = await startSimulatorServer({ port: 0, seed: 'one mailbox', secretKey: secret, pace: 0.1 });
  onTestFinished(() => provider.close());
  const env = counterEnv(under, provider.url);
  return {
    counter: (dataDir = temporaryFolder()): Promise<AppWorld> => appWorld({ dataDir, secrets: memorySecrets(), env }),
    sent: (): number => provider.simulator.requests().filter(({ path }) => /\/(order|pay)$/.test(path)).length,
  };
}

const isIn = ({ call }: AppWorld, state: string): Promise<void> =>
  vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe(state), wait);

const order = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 12_000 };
const refused = { ok: false, error: { code: 'relay_unreachable', reason: 'mailbox_taken' } };

test('of two counters on one mailbox only the one that opened last sells, and the other says so', async () => {
  const { counter, sent } = await oneMailbox();
  const first = await counter();
  await isIn(first, 'listening');
  const bill = await first.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
  const second = await counter();
  await isIn(second, 'listening');
  await isIn(first, 'taken');
  expect((await second.call('order', order)).ok).toBe(true);
  expect(await first.call('order', order)).toMatchObject(refused);
  expect(await first.call('pay', { id: bill.value.id, tendered: bill.value.total ?? 0 })).toMatchObject(refused);
  expect(sent()).toBe(1);
});

test('the other one takes the mailbox back when it is opened again, and no sooner', async () => {
  const { counter, sent } = await oneMailbox();
  const dataDir = temporaryFolder();
  const first = await counter(dataDir);
  await isIn(first, 'listening');
  const second = await counter();
  await isIn(first, 'taken');
  await second.app.close();
  first.app.wake();
  expect(await first.call('order', order)).toMatchObject(refused);
  await first.app.close();
  const again = await counter(dataDir);
  await isIn(again, 'listening');
  expect((await again.call('order', order)).ok).toBe(true);
  expect(sent()).toBe(1);
});
