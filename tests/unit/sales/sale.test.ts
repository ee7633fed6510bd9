import { describe, expect, it } from 'vitest';
import { counterWorld, lost, neverSent, refusal } from '../../support/counter-world.ts';

const split = [
  { method: 'cash', amount: 5000 },
  { method: 'qris', amount: 7000, reference: 'QR-1' },
] as const;

const saved = {
  id: 'customer-1',
  name: 'Siti',
  note: null,
  numbers: [],
  consentAt: '2026-03-01T00:00:00.000Z',
  consentBy: 'cashier',
  purgeAt: '2027-03-01',
};

async function tabWorld() {
  const world = await counterWorld();
  await world.db.customerBook.save(saved);
  return world;
}

const moved = async (world: Awaited<ReturnType<typeof counterWorld>>, id: string) =>
  (await world.db.timeline(id)).map(({ data: { cash, qris, transfer, ewallet, tab } }) =>
    Object.fromEntries(
      Object.entries({ cash, qris, transfer, ewallet, tab }).filter(([, value]) => value !== undefined),
    ),
  );

describe('how a sale was paid', () => {
  it('is recorded with an order, and the cash covers its part alone', async () => {
    const world = await counterWorld();
    const sale = await world.ordered({ payments: [...split], tendered: 10_000 });
    expect(await world.stored(sale.id)).toMatchObject({
      state: 'pending',
      total: 12_000,
      tendered: 10_000,
      change: 5000,
      payments: [
        { method: 'cash', amount: 5000, reference: null, customerId: null },
        { method: 'qris', amount: 7000, reference: 'QR-1', customerId: null },
      ],
    });
    expect((await moved(world, sale.id))[0]).toEqual({ cash: 5000, qris: 7000 });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).cashHeld).toEqual({ count: 1, amount: 5000 });
  });

  it('is recorded with a bill, and starts over where the payment never left', async () => {
    const world = await tabWorld();
    const bill = await world.inquired();
    const total = bill.total ?? 0;
    const payments = [
      { method: 'transfer' as const, amount: total - 50_000 },
      { method: 'tab' as const, amount: 50_000, customerId: 'customer-1' },
    ];
    world.say('pay', neverSent);
    await world.counter.pay({ id: bill.id, payments });
    expect(await world.stored(bill.id)).toMatchObject({ state: 'inquired', payments: [], tendered: null });
    world.says.pay({});
    expect(await world.counter.pay({ id: bill.id, payments })).toMatchObject({
      ok: true,
      value: { state: 'success', tendered: null, change: null, payments },
    });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).onTab).toEqual({ count: 1, amount: 50_000 });
  });

  it('is exact cash where payments name a part in cash and nothing says what was handed over', async () => {
    const world = await counterWorld();
    expect(await world.ordered({ payments: [...split] })).toMatchObject({ tendered: 5000, change: 0 });
  });

  it('sends nothing where it does not come to the total, or the cash not to its part', async () => {
    const world = await tabWorld();
    const wrong = [
      [{ payments: [{ method: 'qris' as const, amount: 11_999 }] }, 'payments_sum', 'payments'],
      [{ payments: [...split], tendered: 4999 }, 'too_little_cash', 'tendered'],
      [{ payments: [{ method: 'qris' as const, amount: 12_000 }], tendered: 1 }, 'no_cash_part', 'tendered'],
      [
        { payments: [{ method: 'tab' as const, amount: 12_000, customerId: 'nobody' }] },
        'no_such_customer',
        'payments.0.customerId',
      ],
    ] as const;
    for (const [{ payments, ...more }, reason, field] of wrong) {
      expect(await world.order({ ...more, payments: [...payments] })).toMatchObject({
        error: { code: 'invalid_input', reason, fields: [field] },
      });
    }
    const bill = await world.inquired();
    expect(await world.counter.pay({ id: bill.id, payments: [{ method: 'qris', amount: 1 }] })).toMatchObject({
      error: { code: 'invalid_input', reason: 'payments_sum', transaction: { id: bill.id, state: 'inquired' } },
    });
    expect(world.times('order') + world.times('pay')).toBe(0);
  });

  it('is offered when a failed sale is returned, and its tab lapses', async () => {
    const world = await tabWorld();
    world.say('order', refusal);
    const payments = [
      { method: 'qris' as const, amount: 5000 },
      { method: 'tab' as const, amount: 7000, customerId: 'customer-1' },
    ];
    const { id } = await world.ordered({ payments });
    expect(await world.db.openMoney('2026-03-10T00:00:00.000Z')).toMatchObject({
      cashToReturn: { count: 0, amount: 0 },
      moneyToReturn: { count: 1, amount: 5000 },
      onTab: { count: 0, amount: 0 },
    });
    expect(await world.counter.cashReturned({ id })).toMatchObject({
      ok: true,
      value: { returns: [{ method: 'qris', amount: 5000 }] },
    });
    expect(await moved(world, id)).toEqual([{ qris: 5000, tab: 7000 }, { tab: -7000 }, { qris: -5000 }]);
  });

  it('may be returned another way, and is collected again that way', async () => {
    const world = await counterWorld();
    world.say('order', lost);
    const { id } = await world.ordered({ payments: [...split] });
    await world.counter.resolve({ id, outcome: 'failed', note: 'Lihat di dasbor' });
    expect(await world.counter.cashReturned({ id, returned: [{ method: 'cash', amount: 11_000 }] })).toMatchObject({
      error: { code: 'invalid_input', reason: 'payments_sum', fields: ['returned'], transaction: { id } },
    });
    expect(await world.counter.cashReturned({ id, returned: [{ method: 'cash', amount: 12_000 }] })).toMatchObject({
      ok: true,
      value: { returns: [{ method: 'cash', amount: 12_000 }] },
    });
    await world.counter.correct({ id, outcome: 'success', sn: 'SN-1', note: 'Berhasil di dasbor' });
    expect(await world.counter.cashCollected(id)).toMatchObject({
      ok: true,
      value: { returns: [], cashReturnedAt: null },
    });
    const sums = (await moved(world, id)).filter((moves) => Object.keys(moves).length > 0);
    expect(sums).toEqual([{ cash: 5000, qris: 7000 }, { cash: -12_000 }, { cash: 12_000 }]);
  });

  it('goes over to the sale that an unsent order gives its money to', async () => {
    const world = await counterWorld();
    world.say('order', neverSent);
    const unsent = await world.ordered({ payments: [...split], tendered: 10_000 });
    world.says.order({});
    const next = await world.counter.order({
      productCode: 'TSEL10',
      customerNo: '081234567890',
      cashFrom: unsent.id,
      allowDuplicate: true,
    });
    expect(next).toMatchObject({
      ok: true,
      value: { total: 12_000, tendered: 10_000, change: 5000, payments: [{ amount: 5000 }, { amount: 7000 }] },
    });
    expect(await world.stored(unsent.id)).toMatchObject({ payments: [], tendered: null });
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).moneyToReturn.amount).toBe(0);
  });
});
