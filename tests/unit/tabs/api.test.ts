import { describe, expect, it } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { tabHandlers } from '../../../src/main/tabs/api.ts';
import type { Result } from '../../../src/shared/contract/errors.ts';
import { counterWorld, lost } from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';

const saved = (id: string, name: string, customerNo: string) => ({
  id,
  name,
  note: null,
  numbers: [{ customerNo, label: '', productCode: null }],
  consentAt: '2026-03-01T00:00:00.000Z',
  consentBy: 'cashier',
  purgeAt: '2026-03-11',
});

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** A counter with two saved customers, in an open shift with 100.000 in the drawer. */
async function tabWorld() {
  const path = journalPath();
  const world = await counterWorld({ journal: await aJournal(path) });
  const { journal, ports } = world;
  await journal.customerBook.save(saved('siti', 'Siti', '081234567890'));
  await journal.customerBook.save(saved('budi', 'Budi', '085712345678'));
  await journal.shifts.open({ actor: 'cashier', at: '2026-03-10T02:00:00.000Z', counted: 100_000, day: '2026-03-10' });
  const tabs = tabHandlers({
    runtime: () => ({ journal, ports }),
    whileOpen: (work) => work(),
    statusChanged: () => {},
  });
  let customer = 0;
  /** A success of 12.000, some of it on a customer's tab and the rest in cash. */
  const owing = async (customerId: string, amount: number) => {
    world.says.order({ status: 'success', transaction_id: `T-${++customer}` });
    world.pass(1000);
    const tab = { method: 'tab' as const, amount, customerId };
    return world.ordered({
      customerNo: `0812777700${customer}0`,
      payments: amount === 12_000 ? [tab] : [tab, { method: 'cash', amount: 12_000 - amount }],
    });
  };
  return { ...world, path, tabs, owing };
}

describe('customers’ tabs', () => {
  it('list who owes what, the largest debt first, with what is not settled apart', async () => {
    const world = await tabWorld();
    await world.owing('siti', 5000);
    await world.owing('budi', 12_000);
    world.say('order', lost);
    await world.ordered({ payments: [{ method: 'tab', amount: 12_000, customerId: 'siti' }] });
    expect(valueOf(await world.tabs['tabs.list'](undefined))).toMatchObject({
      owed: 17_000,
      tabs: [
        { customerId: 'siti', name: 'Siti', numbers: ['081234567890'], owed: 5000, unsettled: 12_000, sales: 2 },
        { customerId: 'budi', name: 'Budi', owed: 12_000, unsettled: 0, sales: 1 },
      ],
    });
    const { sales } = valueOf(await world.tabs['tabs.get']({ customerId: 'siti' }));
    expect(sales.map(({ state }) => state)).toEqual(['success', 'unknown']);
    expect((await world.journal.openMoney('2026-03-10T00:00:00.000Z')).onTab).toEqual({ count: 3, amount: 29_000 });
  });

  it('are paid in part or whole, the oldest sale first; cash goes into the drawer and the rest counts by its method', async () => {
    const world = await tabWorld();
    const first = await world.owing('siti', 5000);
    const second = await world.owing('siti', 12_000);
    const settle = (amount: number, method: 'cash' | 'qris') =>
      world.tabs['tabs.settle']({
        customerId: 'siti',
        amount,
        method,
        ...(method === 'qris' ? { reference: 'QR-9' } : {}),
      });
    expect(valueOf(await settle(8000, 'cash'))).toMatchObject({
      tab: { owed: 9000, sales: 1 },
      sales: [
        { id: first.id, tabPayments: [{ method: 'cash', amount: 5000, reference: null }] },
        { id: second.id, tabPayments: [{ method: 'cash', amount: 3000, reference: null }] },
      ],
    });
    expect(valueOf(await settle(9000, 'qris'))).toMatchObject({
      tab: null,
      sales: [{ tabPayments: [{ amount: 3000 }, { method: 'qris', amount: 9000, reference: 'QR-9' }] }],
    });
    const report = await world.journal.shifts.close({
      actor: 'cashier',
      at: '2026-03-10T09:00:00.000Z',
      counted: 115_000,
    });
    expect(report).toMatchObject({
      cash: { opening: 100_000, taken: 15_000, returned: 0, expected: 115_000 },
      methods: {
        qris: { taken: 9000, returned: 0 },
        tab: { added: 17_000, paid: 17_000, paidInCash: 8000, lapsed: 0 },
      },
      line: { cash: { taken: 7000 }, qris: { taken: 0 }, tab: { taken: 17_000, paid: 17_000, left: 0 } },
    });
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('take no more than is owed, and nothing while a shift is needed and none is open', async () => {
    const world = await tabWorld();
    const ask = { customerId: 'siti', amount: 5001, method: 'cash' as const };
    expect(await world.tabs['tabs.settle'](ask)).toMatchObject({ error: { reason: 'nothing_owed' } });
    const { id } = await world.owing('siti', 5000);
    expect(await world.tabs['tabs.settle'](ask)).toMatchObject({
      error: { code: 'invalid_input', reason: 'more_than_owed', fields: ['amount'] },
    });
    world.rules.shiftsRequired = true;
    await world.journal.shifts.close({ actor: 'cashier', at: '2026-03-10T09:00:00.000Z', counted: 107_000 });
    expect(await world.tabs['tabs.settle']({ ...ask, amount: 5000 })).toMatchObject({
      error: { code: 'not_allowed', reason: 'shift_needed' },
    });
    expect(await world.stored(id)).toMatchObject({ tabPayments: [] });
  });

  it('are paid once, however many presses come at the same moment', async () => {
    const world = await tabWorld();
    await world.owing('siti', 5000);
    await world.owing('siti', 12_000);
    const press = () => world.tabs['tabs.settle']({ customerId: 'siti', amount: 17_000, method: 'cash' });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await world.journal.openMoney('2026-03-10T00:00:00.000Z')).onTab.amount).toBe(0);
  });

  it('lapse when a success is corrected to a failure, and what was paid of them is to be given back', async () => {
    const world = await tabWorld();
    const { id } = await world.owing('siti', 12_000);
    await world.tabs['tabs.settle']({ customerId: 'siti', amount: 5000, method: 'cash' });
    await world.counter.correct({ id, outcome: 'failed', note: 'Gagal di dasbor' });
    expect(await world.tabs['tabs.get']({ customerId: 'siti' })).toMatchObject({ error: { reason: 'nothing_owed' } });
    expect(await world.counter.cashReturned({ id })).toMatchObject({
      ok: true,
      value: { returns: [{ method: 'cash', amount: 5000 }] },
    });
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('keep their customer in the book until they are paid', async () => {
    const world = await tabWorld();
    const { journal } = world;
    const { customerNo } = await world.owing('siti', 5000);
    const at = '2026-03-10T03:00:00.000Z';
    expect(await journal.customerBook.forget('siti', at)).toBe('tab_open');
    expect(await journal.customers.begin({ customerNo: '081234567890', note: 'minta', at })).toEqual({
      kind: 'tab_open',
    });
    expect(await journal.customers.begin({ customerNo, note: 'minta', at })).toMatchObject({ kind: 'unsettled' });
    await journal.customerBook.purge('2026-03-12');
    expect([await journal.customerBook.get('siti'), await journal.customerBook.get('budi')]).toMatchObject([
      { name: 'Siti' },
      null,
    ]);
    await world.tabs['tabs.settle']({ customerId: 'siti', amount: 5000, method: 'transfer', reference: 'BCA 12' });
    expect(await journal.customerBook.forget('siti', at)).toBe('forgotten');
    expect(await journal.customers.begin({ customerNo, note: 'minta', at })).toMatchObject({ kind: 'begun', sales: 1 });
    const [erased] = await journal.customers.eraseNext(at);
    expect(erased).toMatchObject({
      payments: [{ method: 'tab', customerId: null }, { method: 'cash' }],
      tabPayments: [{ method: 'transfer', amount: 5000, reference: null }],
    });
    expect(verifyJournal(world.path).flaw).toBeNull();
  });
});
