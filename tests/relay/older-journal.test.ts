import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { verifyJournal } from '../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { appWorld, memorySecrets } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { body, counterEnv, hook, type RelayUnderTest, startRelay } from '../support/relay.ts';
import { begin, order, stored, updated } from '../support/stored-sales.ts';

const patient = { timeout: 15_000 };
const press = { productCode: 'TSEL10', customerNo: '081234567890' };
const olderBook = { error: { code: 'not_allowed', reason: 'older_book' } };

/** A live counter at a real relay; nothing outside of its data folder remembers its log. */
async function shop(under: RelayUnderTest) {
  const dataDir = temporaryFolder();
  const secrets = memorySecrets();
  const live = join(dataDir, 'live');
  const env = counterEnv(under);
  return { dataDir, live, secrets, open: () => appWorld({ dataDir, secrets, env }) };
}

type Shop = Awaited<ReturnType<typeof shop>>;
type Opened = Awaited<ReturnType<Shop['open']>>;

/** An order that waits for its webhook, written before the counter opens. */
async function pendingOrder({ live }: Shop): Promise<string> {
  mkdirSync(live, { recursive: true });
  const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
  const sale = await stored(db, begin(order(1)));
  await stored(db, updated(sale, { state: 'pending', transactionId: 'P1', transactionIdFrom: 'answer' }));
  await db.close();
  return sale.id;
}

const ackedThrough = async ({ sql }: RelayUnderTest): Promise<number> =>
  Number((await sql('SELECT acked_through FROM mailboxes'))[0]?.['acked_through']);

/** Sends a webhook that is about no sale, and waits until it was received and acknowledged. */
async function hearOne(under: RelayUnderTest, id: string): Promise<void> {
  const before = await ackedThrough(under);
  expect((await hook(under, body(id), { ref: `ref-${id}` })).status).toBe(200);
  await vi.waitFor(async () => expect(await ackedThrough(under)).toBeGreaterThan(before), patient);
}

const isLive = async ({ call }: Opened): Promise<void> =>
  vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'), patient);
const quarantined = async ({ call }: Opened): Promise<number> => (await call('status')).value.quarantined;

test('an older copy of the whole live folder is noticed by what was acknowledged, and sells nothing before a supervisor decided', async () => {
  const under = await startRelay();
  const here = await shop(under);
  const saleId = await pendingOrder(here);
  const first = await here.open();
  await first.call('settings.save', { supervisorPin: { next: '1234' } });
  await hearOne(under, 'T1');
  await first.app.close();
  cpSync(here.live, join(here.dataDir, 'older'), { recursive: true });
  const second = await here.open();
  await hearOne(under, 'T2');
  await hearOne(under, 'T3');
  const { terminal } = (await second.call('status')).value;
  await second.app.close();
  rmSync(here.live, { recursive: true });
  cpSync(join(here.dataDir, 'older'), here.live, { recursive: true });

  const again = await here.open();
  // Neither waits for the status to say so: the first poll comes before either.
  expect(await again.call('pay', { id: 'any' })).toMatchObject(olderBook);
  expect(await again.call('order', press)).toMatchObject({ ok: false });
  await vi.waitFor(async () => {
    expect((await again.call('status')).value).toMatchObject({ olderBook: true, restored: { reason: 'rolled_back' } });
  }, patient);
  expect(await again.call('order', press)).toMatchObject(olderBook);
  expect((await again.call('status')).value.terminal).not.toBe(terminal);
  expect((await again.call('transactions.get', { id: saleId })).value.state).toBe('unknown');
  // All that the relay keeps is received again; T1 was quarantined in the copy already.
  await vi.waitFor(async () => expect(await quarantined(again)).toBe(4), patient);
  await isLive(again);
  expect((await again.call('safety.accept', { what: 'older_book', pin: '1234' })).ok).toBe(true);
  await again.app.close();

  const once = await here.open();
  await isLive(once);
  await hearOne(under, 'T4');
  const { olderBook: isQuestion, restored } = (await once.call('status')).value;
  expect({ asked: isQuestion, reason: restored?.reason }).toEqual({ asked: false, reason: 'rolled_back' });
  expect(await once.call('order', press)).not.toMatchObject(olderBook);
  await once.app.close();
  const database = join(here.live, 'journal.db');
  expect(verifyJournal(database).flaw).toBeNull();
}, 60_000);

test('a new counter at an old mailbox reads all of it without a question', async () => {
  const under = await startRelay();
  const here = await shop(under);
  const first = await here.open();
  await hearOne(under, 'T1');
  await hearOne(under, 'T2');
  await first.app.close();
  rmSync(here.live, { recursive: true });
  const fresh = await here.open();
  await vi.waitFor(async () => expect(await quarantined(fresh)).toBe(2), patient);
  await hearOne(under, 'T3');
  expect((await fresh.call('status')).value).toMatchObject({ olderBook: false, restored: null });
}, 60_000);

test('two counters at one mailbox are no older copies of each other', async () => {
  const under = await startRelay();
  const [one, other] = [await shop(under), await shop(under)];
  const first = await one.open();
  await hearOne(under, 'T1');
  await first.app.close();
  const second = await other.open();
  await vi.waitFor(async () => expect(await quarantined(second)).toBe(1), patient);
  await hearOne(under, 'T2');
  await second.app.close();
  const again = await one.open();
  await vi.waitFor(async () => expect(await quarantined(again)).toBe(2), patient);
  await isLive(again);
  expect((await again.call('status')).value).toMatchObject({ olderBook: false, restored: null });
}, 60_000);
