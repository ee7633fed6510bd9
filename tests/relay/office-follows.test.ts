import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '../../src/main/backup/make-backup.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { systemClock, systemRandom } from '../../src/main/base/system/node-system.ts';
import { type LogShipping, startLogShipping } from '../../src/main/log-shipping/shipping-worker.ts';
import { createShippedLogClient } from '../../src/main/relay-client/shipped-log-client.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { newShopKey, readShopKey } from '../../src/main/shop/shop-key.ts';
import type { ProcedureName } from '../../src/shared/contract/names.ts';
import type { OfficeCounter } from '../../src/shared/contract/office.ts';
import { type AppWorld, appWorld, memorySecrets } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { recordingLog } from '../support/fake-system.ts';
import { eraseNumber } from '../support/large-databases.ts';
import { rowsOf } from '../support/log-rows.ts';
import { startRelay } from '../support/relay.ts';
import { askShop, type ShopMailbox, shopAt } from '../support/shop.ts';
import { amended, begin, order, sold, stored } from '../support/stored-sales.ts';

const patient = { timeout: 20_000, interval: 20 };
const now = { at: '2026-03-03T01:00:00.000Z', actor: 'cashier' };

/** A shop at a real relay, with a key that all its machines have. */
async function aShop() {
  const shop = await shopAt(startRelay, []);
  const keyText = newShopKey(randomBytes(32));
  const key = readShopKey(keyText);
  if (!key) throw new Error('no key');
  const office = await shop.join('Office', 'office');
  const secrets = memorySecrets(new Map([['shopKey', keyText]]));
  const dataDir = temporaryFolder();
  let isKeyKnown = false;
  return {
    ...shop,
    key,
    dataDir,
    /** A counter that ships its journal. @param path of an existing journal */
    async counter(name: string, path = join(temporaryFolder(), 'journal.db')) {
      const at = await shop.join(name);
      if (!isKeyKnown) await askShop(at, 'shop-key', { keyId: key.id });
      isKeyKnown = true;
      const counter = { name, at, path, ...(await openCounter(at, path, key.derive('log'))) };
      return counter;
    },
    office: (more: Parameters<typeof appWorld>[0] = {}) =>
      appWorld({
        role: 'office',
        dataDir,
        secrets,
        env: {
          KONTER_RELAY_URL: office.relay.url,
          KONTER_RELAY_MAILBOX: office.mailbox,
          KONTER_RELAY_TOKEN: office.token,
        },
        ...more,
      }),
  };
}

/** Opens a journal and ships it as a counter does; both end with the test. */
async function openCounter(at: ShopMailbox, path: string, logKey: Uint8Array) {
  const journal = await openShopDatabase({ path, random: realRandom });
  const shipping: LogShipping = startLogShipping({
    relayUntil: (signal) =>
      createShippedLogClient({
        transport: createNodeTransport(),
        url: at.relay.url,
        mailbox: at.mailbox,
        token: at.token,
        signal,
      }),
    logKey: () => logKey,
    journalPath: path,
    folder: temporaryFolder(),
    runTask: async (task) => {
      if (task.task !== 'copy') throw new Error('only copies are made');
      return { kind: 'copied', ...(await makeBackup(systemClock, task)) };
    },
    onOlderJournal: () => undefined,
    clock: systemClock,
    random: systemRandom,
    log: recordingLog(),
  });
  const close = async (): Promise<void> => {
    await shipping.stop();
    await journal.close();
  };
  onTestFinished(close);
  return { journal, shipping, close };
}

type Counter = Awaited<ReturnType<Awaited<ReturnType<typeof aShop>>['counter']>>;

const countersOf = async ({ call }: AppWorld): Promise<OfficeCounter[]> =>
  (await call('office.counters')).value.counters;
const counterOf = async (office: AppWorld, name: string): Promise<OfficeCounter> => {
  const found = (await countersOf(office)).find((counter) => counter.name === name);
  if (!found) throw new Error(`no counter ${name}`);
  return found;
};
const replicaOf = async ({ dataDir }: AppWorld, { id }: OfficeCounter): Promise<string> => {
  const folder = join(dataDir, 'office', id);
  const [file = ''] = readdirSync(folder).filter((name) => /^journal-\d+\.db$/.test(name));
  return join(folder, file);
};

/** Until the office has every event of the counter. */
const followed = (office: AppWorld, { name, journal }: Counter): Promise<void> =>
  vi.waitFor(async () => {
    const { seq } = await journal.head();
    const counter = await counterOf(office, name);
    expect(counter.state).toBe('following');
    const report = (await office.call('journal.verify')).value.counters?.find((one) => one.name === name);
    expect(report).toMatchObject({ head: { seq }, flaw: null });
  }, patient);

const sellAll = async (journal: ShopDatabase, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n += 1) await sold(journal, order(n));
};

test('an office has what its counters shipped, row by row, and shows what they sell within two seconds', async () => {
  const shop = await aShop();
  const front = await shop.counter('Front');
  const back = await shop.counter('Back');
  await sellAll(front.journal, 1, 5);
  await sellAll(back.journal, 101, 103);
  const office = await shop.office();
  expect((await office.call('status')).value).toMatchObject({ role: 'office', mode: 'live', missing: [] });
  await followed(office, front);
  await followed(office, back);
  await front.journal.shifts.open({ ...now, counted: 100_000, day: '2026-03-03' });
  const begun = await stored(front.journal, begin(order(6)));
  const at = performance.now();
  await stored(front.journal, amended(begun, { state: 'pending', transactionId: 'P6', transactionIdFrom: 'answer' }));
  const { id } = await counterOf(office, 'Front');
  await vi.waitFor(
    () =>
      expect(office.events).toContainEqual(
        expect.objectContaining({
          type: 'transaction',
          counter: id,
          transaction: expect.objectContaining({ id: begun.id, state: 'pending' }),
        }),
      ),
    { timeout: 10_000, interval: 5 },
  );
  expect(performance.now() - at).toBeLessThan(2000);
  await followed(office, front);
  for (const counter of [front, back]) {
    const replica = await replicaOf(office, await counterOf(office, counter.name));
    expect(rowsOf(replica)).toEqual(rowsOf(counter.path));
  }
  expect(await counterOf(office, 'Front')).toMatchObject({
    terminal: front.journal.terminal,
    unresolved: { count: 1 },
    openShift: 1,
  });
  expect((await office.call('status')).value.unresolved.pending.count).toBe(1);
});
