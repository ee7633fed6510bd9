import { describe, expect, it, vi } from 'vitest';
import { type AppWorld, appWorld } from '../../support/app-world.ts';

describe('the sales report', () => {
  const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000 };

  async function sold(world: AppWorld, order = anOrder): Promise<string> {
    const { value } = await world.call('order', order);
    await vi.waitFor(
      async () => expect((await world.call('transactions.get', { id: value.id })).value.state).toBe('success'),
      { timeout: 30_000, interval: 10 },
    );
    return value.id;
  }

  const clock = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date());

  it('a sale stands in the books of its day at once, first as open, then settled', async () => {
    // The outcome comes after seconds, not before the books are read.
    const world = await appWorld({ practicePace: 1 });
    const { value: sale } = await world.call('order', anOrder);
    expect((await world.call('books.day')).value.total).toMatchObject({
      count: 1,
      pending: 1,
      unresolved: { count: 1, amount: 12_000 },
      cash: { held: 12_000, expected: 12_000 },
    });
    await vi.waitFor(
      async () => expect((await world.call('transactions.get', { id: sale.id })).value.state).toBe('success'),
      { timeout: 30_000, interval: 10 },
    );
    const { value: day } = await world.call('books.day', { day: sale.day });
    expect(day.total).toMatchObject({
      count: 1,
      success: 1,
      successRate: 1,
      turnover: { amount: 12_000, without: 0 },
      unresolved: { count: 0 },
      commission: { amount: null, without: 0 },
      cash: { taken: 12_000, held: 0, expected: 12_000 },
    });
    expect(day.cashiers.map(({ key }) => key)).toEqual(['cashier']);
    expect(day.filling).toBeNull();
  });

  it('a bill brings the commission and the admin that the provider gives', async () => {
    const world = await appWorld();
    const { value: product } = await world.call('product', { productCode: 'PLNPOST' });
    const { value: bill } = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    await world.call('pay', { id: bill.id, tendered: bill.total ?? 0 });
    const admin = bill.bill?.details.reduce((sum, { priceAdmin }) => sum + (priceAdmin ?? 0), 0) ?? null;
    const { value } = await world.call('books.range', { from: bill.day, to: bill.day, by: 'product' });
    expect(value.lines).toMatchObject([
      {
        key: 'PLNPOST',
        name: product.productName,
        line: {
          success: 1,
          commission: { amount: product.commission, without: 0 },
          admin: { amount: admin, without: 0 },
          price: { amount: bill.price, without: 0 },
        },
      },
    ]);
  });

  it('sales without a shift are one line, after the shifts, whose key names none', async () => {
    const world = await appWorld();
    const day = (await world.call('transactions.get', { id: await sold(world) })).value.day;
    const range = { from: day, to: day, by: 'shift' } as const;
    expect((await world.call('books.range', range)).value.lines.map(({ key }) => key)).toEqual(['']);
    await world.call('shifts.open', { counted: 100_000 });
    await sold(world, { ...anOrder, customerNo: '081234567891' });
    expect((await world.call('books.range', range)).value.lines.map(({ key }) => key)).toEqual(['1', '']);
  });

  it('a day ends at an hour where one is named, and only by the hour', async () => {
    const world = await appWorld();
    const { value: sale } = await world.call('transactions.get', { id: await sold(world) });
    const zones = ['Asia/Jakarta', 'Asia/Jayapura'] as const;
    for (const timeZone of zones) {
      await world.call('settings.save', { timeZone });
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
      const hour = Number(wall.format(Date.parse(sale.sentAt ?? sale.createdAt)));
      const range = { from: sale.day, to: sale.day, by: 'hour' } as const;
      const { value: before } = await world.call('books.range', { ...range, untilHour: hour });
      expect(before).toMatchObject({ lines: [], total: { count: 0, cash: { taken: 0 } } });
      if (hour === 23) continue;
      const { value: after } = await world.call('books.range', { ...range, untilHour: hour + 1 });
      expect(after.total).toMatchObject({ count: 1, turnover: { amount: 12_000 } });
    }
    expect(await world.call('books.range', { from: sale.day, to: sale.day, by: 'day', untilHour: 9 })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', fields: ['untilHour'] },
    });
  });

  it('hours are shown by the clock of the shop as it is set now; the day stays the one it was sold on', async () => {
    const world = await appWorld();
    const id = await sold(world);
    const { value: sale } = await world.call('transactions.get', { id });
    for (const timeZone of ['Asia/Jakarta', 'Asia/Jayapura']) {
      const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
      await world.call('settings.save', { timeZone });
      const { value } = await world.call('books.range', { from: sale.day, to: sale.day, by: 'hour' });
      expect(value.lines.map(({ key }) => key)).toEqual([hour.format(Date.parse(sale.sentAt ?? sale.createdAt))]);
    }
    expect(clock('Asia/Jakarta')).not.toBe(clock('Asia/Jayapura'));
  });

  it('lines come in pages that together are all of them', async () => {
    const world = await appWorld();
    for (const [n, productCode] of ['TSEL10', 'TSEL5', 'SMART10'].entries()) {
      const prefix = productCode === 'SMART10' ? '0881' : '0812';
      const allowPrice = anOrder.sellingPrice;
      await world.call('order', { ...anOrder, productCode, customerNo: `${prefix}3456789${n}`, allowPrice });
    }
    const { value: whole } = await world.call('books.range', { from: '2000-01-01', to: '2999-12-31', by: 'product' });
    const query = { from: '2000-01-01', to: '2999-12-31', by: 'product' as const, limit: 2 };
    const { value: one } = await world.call('books.range', query);
    const { value: two } = await world.call('books.range', { ...query, cursor: one.next ?? '' });
    expect([...one.lines, ...two.lines]).toEqual(whole.lines);
    expect([one.next, two.next]).toEqual(['2', whole.lines.length > 4 ? '4' : null]);
    expect(await world.call('books.range', { ...query, cursor: 'x' })).toMatchObject({
      error: { code: 'invalid_input', fields: ['cursor'] },
    });
  });

  it('while a shift is open its cash is shown to nobody without the PIN, and who looked is in the log', async () => {
    const world = await appWorld();
    await world.call('settings.save', { supervisorPin: { next: '4711' } });
    await world.call('shifts.open', { counted: 100_000 });
    await sold(world);
    const before = (await world.call('journal.chainHead')).value.seq;
    expect((await world.call('shifts.report')).value).toMatchObject({ kind: 'x', cash: null, line: { cash: null } });
    expect((await world.call('books.day')).value).toMatchObject({
      total: { turnover: { amount: 12_000 }, cash: null },
    });
    expect(await world.call('shifts.report', { withCash: true })).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await world.call('books.day', { pin: '0000' })).toMatchObject({ error: { reason: 'wrong_pin' } });
    expect((await world.call('journal.chainHead')).value.seq).toBe(before);
    expect((await world.call('shifts.report', { withCash: true, pin: '4711' })).value.cash?.expected).toBe(112_000);
    expect((await world.call('books.day', { pin: '4711' })).value.total.cash?.taken).toBe(12_000);
    expect((await world.call('journal.chainHead')).value.seq).toBe(before + 1);
    expect((await world.call('shifts.close', { counted: 112_000 })).value).toMatchObject({
      kind: 'z',
      cash: { expected: 112_000 },
      shift: { closed: { difference: 0 } },
    });
    expect((await world.call('books.day')).value.total.cash?.taken).toBe(12_000);
  });

  it('a Z report prints with the place in the log where its shift was closed, the same at each print', async () => {
    const world = await appWorld();
    await world.call('shifts.open', { counted: 50_000 });
    await world.call('shifts.payOut', { amount: 5000, reason: 'air minum' });
    const { value: report } = await world.call('shifts.close', { counted: 44_000 });
    const { value: first } = await world.call('shifts.print', { number: 1 });
    await sold(world);
    const { value: again } = await world.call('shifts.print', { number: 1 });
    expect(again.text).toBe(first.text);
    const words = first.text.replaceAll(/\s+/g, ' ');
    for (const text of [
      'LAPORAN TUTUP SHIFT (Z)',
      'HARUS ADA Rp45.000',
      'DIHITUNG Rp44.000',
      'SELISIH -Rp1.000',
      'LATIHAN',
    ]) {
      expect(words).toContain(text);
    }
    expect(words).toContain((report.head.hash.match(/.{4}/g) ?? []).join(' '));
    expect(words).not.toContain('air minum');
    expect(world.printed.map(({ saleId }) => saleId)).toEqual([null, null]);
  });

  it('an X report on paper does not say what should be in the drawer', async () => {
    const world = await appWorld();
    await world.call('settings.save', { language: 'en' });
    await world.call('shifts.open', { counted: 50_000 });
    const { value } = await world.call('shifts.print');
    expect(value.text).toContain('X REPORT');
    expect(value.text).toContain('SHIFT NOT CLOSED');
    expect(value.text).not.toContain('50.000');
  });

  it('practice never asks for a shift, whatever the owner wants live, and says which error there is without one', async () => {
    const world = await appWorld();
    await world.call('settings.save', { shiftsRequired: true });
    expect((await world.call('shifts.current')).value).toEqual({ shift: null, required: false });
    expect((await world.call('order', anOrder)).ok).toBe(true);
    expect(await world.call('shifts.close', { counted: 0 })).toMatchObject({ error: { reason: 'no_shift_open' } });
    expect(await world.call('shifts.report')).toMatchObject({ error: { reason: 'no_shift_open' } });
    expect(await world.call('shifts.report', { number: 9 })).toMatchObject({ error: { code: 'not_found' } });
    await world.call('shifts.open', { counted: 0 });
    expect(await world.call('shifts.open', { counted: 0 })).toMatchObject({ error: { reason: 'shift_open' } });
  });

  it('the books are rebuilt while the counter sells, and come out the same', async () => {
    const world = await appWorld();
    await sold(world);
    const query = { from: '2000-01-01', to: '2999-12-31', by: 'product' as const };
    const { value: before } = await world.call('books.range', query);
    expect((await world.call('books.rebuild')).ok).toBe(true);
    await vi.waitFor(async () => expect((await world.call('books.range', query)).value).toEqual(before), {
      interval: 5,
    });
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('what was paid for a line of a batch that is not sent is in the books as in the drawer, until it is returned', async () => {
    const world = await appWorld();
    const { call } = world;
    await call('settings.save', { supervisorPin: { next: '4711' } });
    await call('shifts.open', { counted: 100_000 });
    const line = { sellingPrice: 12_000, allowMismatch: true, allowPrice: 12_000 };
    const { value: bill } = await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    const { value: batch } = await call('batches.create', {
      lines: [
        { ...line, productCode: 'DROPPED10', customerNo: '081234567801' },
        { ...line, productCode: 'SUCCESSNOW10', customerNo: '081234567802' },
        { id: bill.id, total: bill.total ?? 0 },
      ],
    });
    const owed = 12_000 + (bill.total ?? 0);
    const ended = (state: string): Promise<void> =>
      vi.waitFor(async () => expect((await call('batches.get', { id: batch.id })).value.state).toBe(state));
    const read = async () => {
      const { value: report } = await call('shifts.report', { withCash: true, pin: '4711' });
      const { value: books } = await call('books.day', { pin: '4711' });
      const [shift] = books.shifts;
      return { drawer: (report.cash?.expected ?? 0) - 100_000, books: books.total, shift, report: report.line };
    };
    await ended('paused');
    for (const { drawer, books, shift, report } of [await read()]) {
      expect(books).toMatchObject({ count: 1, cash: { held: 12_000, toReturn: owed, expected: drawer } });
      expect(shift).toMatchObject({ key: '1', line: { cash: books.cash } });
      expect(report.cash).toEqual(books.cash);
    }
    // It goes on in another shift, where the lines belong that are sent then.
    await call('shifts.close', { counted: 100_000 });
    await call('shifts.open', { counted: 100_000 });
    await call('batches.resume', { id: batch.id, leaveOut: [3] });
    await ended('finished');
    const sent = batch.lines[1]?.sale.id ?? '';
    // Its webhook says what it cost.
    await vi.waitFor(async () => expect((await call('transactions.get', { id: sent })).value.price).not.toBeNull());
    await call('batches.giveBack', { id: batch.id });
    const { drawer, books } = await read();
    expect(drawer).toBe(-(bill.total ?? 0));
    expect(books).toMatchObject({ count: 2, cash: { toReturn: 0, returned: bill.total, expected: 24_000 } });
    const { value: day } = await call('books.day', { pin: '4711' });
    expect(day.shifts.map(({ key, line }) => [key, line.success, line.cash?.expected])).toEqual([
      ['1', 0, 12_000],
      ['2', 1, 12_000],
    ]);
    expect((await call('journal.verify')).value.flaw).toBeNull();
    await call('books.rebuild', { pin: '4711' });
    await vi.waitFor(async () => expect((await read()).books).toEqual(books));
  });
});
