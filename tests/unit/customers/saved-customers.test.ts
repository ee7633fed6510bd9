import { describe, expect, test } from 'vitest';
import { listCustomers, saveCustomer } from '../../../src/main/customers/saved-customers.ts';
import { appWorld } from '../../support/app-world.ts';
import { aJournal, realRandom } from '../../support/database-files.ts';
import { virtualClock } from '../../support/fake-system.ts';

describe('saved customers', () => {
  const dayMs = 24 * 60 * 60_000;
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const budi = {
    name: 'Budi Contoh',
    note: 'pagar hijau',
    numbers: [
      { customerNo: '+62 812-3456-7890', label: 'rumah', productCode: 'TSEL10' },
      { customerNo: '530000000001', label: 'listrik' },
    ],
    purgeAt: inDays(365),
    consent: true as const,
  };

  test('a customer who agrees is remembered, suggested, taken out with what is held, and forgotten', async () => {
    const { call } = await appWorld();
    const saved = await call('customers.save', budi);
    expect(saved).toMatchObject({ ok: true, value: { name: 'Budi Contoh', consentBy: 'cashier', masked: false } });
    expect(saved.value.numbers.map(({ customerNo }) => customerNo)).toEqual(['081234567890', '530000000001']);
    expect((await call('customers.suggest', { text: '0812' })).value.suggestions).toEqual([
      { id: saved.value.id, name: 'Budi Contoh', customerNo: '081234567890', label: 'rumah', productCode: 'TSEL10' },
    ]);
    expect((await call('customers.list', { text: 'bud' })).value).toMatchObject({ total: 1, next: null });

    const held = await call('customers.export', { customerNo: '081234567890' });
    for (const text of ['Budi Contoh', 'pagar hijau', '530000000001', saved.value.purgeAt]) {
      expect(held.value.text).toContain(text);
      expect(held.value.json).toContain(text);
    }

    expect(await call('customers.forget', { id: saved.value.id })).toMatchObject({ ok: true });
    expect(await call('customers.forget', { id: saved.value.id })).toMatchObject({ error: { code: 'not_found' } });
    expect((await call('customers.list')).value).toMatchObject({ customers: [], total: 0 });
  });

  test('nobody is remembered without having agreed, for longer than three years, or with a number twice', async () => {
    const { call } = await appWorld();
    // What a page could send, whatever its types say.
    const { consent: _, ...silent } = budi;
    expect(await call('customers.save', silent as typeof budi)).toMatchObject({ error: { code: 'invalid_input' } });
    for (const purgeAt of [inDays(-1), inDays(4 * 366)]) {
      expect(await call('customers.save', { ...budi, purgeAt })).toMatchObject({
        error: { code: 'invalid_input', reason: 'purge_day' },
      });
    }
    const twice = [
      { customerNo: '081234567890', label: 'rumah' },
      { customerNo: '0812 3456 7890', label: 'lain' },
    ];
    expect(await call('customers.save', { ...budi, numbers: twice })).toMatchObject({
      error: { reason: 'number_twice', fields: ['numbers.1.customerNo'] },
    });
    expect(await call('customers.save', { ...budi, id: 'nobody' })).toMatchObject({ error: { code: 'not_found' } });
    expect((await call('customers.list')).value.total).toBe(0);
  });

  test('whoever may not see customers gets their numbers masked, and changes none of them', async () => {
    const { customerBook } = await aJournal();
    const rules = () => ({ timeZone: 'Asia/Jakarta' }) as never;
    const ports = { clock: virtualClock(Date.now()), random: realRandom, rules };
    const seller = { name: 'Sari', seesCustomers: false };
    const numbers = [{ customerNo: '081234567890', label: 'rumah' }];
    const saved = await saveCustomer(customerBook, ports, { ...budi, numbers }, seller);
    expect(saved).toMatchObject({ ok: true, value: { consentBy: 'Sari', masked: true, note: null } });
    const { customers } = await listCustomers(customerBook, {}, seller);
    expect(JSON.stringify(customers)).not.toContain('081234567890');
    const id = customers[0]?.id ?? '';
    expect(await saveCustomer(customerBook, ports, { ...budi, numbers, id }, seller)).toMatchObject({
      error: { code: 'not_allowed' },
    });
  });

  test('what was agreed to until a day goes on that day by itself, also when the counter was closed meanwhile', async () => {
    const { call, app, dataDir } = await appWorld();
    await call('customers.save', { ...budi, purgeAt: inDays(2) });
    await app.close();
    const { openShopDatabase } = await import('../../../src/main/runtime/shop-database.ts');
    const journal = await openShopDatabase({ path: `${dataDir}/training/journal.db`, random: realRandom });
    const [entry] = (await journal.customerBook.list({ text: '', after: null, limit: 1 })).entries;
    if (!entry) throw new Error('the entry is kept until its day');
    await journal.customerBook.save({ ...entry, purgeAt: inDays(-1) });
    await journal.close();

    const again = await appWorld({ dataDir });
    await expect.poll(async () => (await again.call('customers.list')).value.total).toBe(0);
  });

  test('the customer’s display follows a sale of the counter to its result, by what the book says', async () => {
    const { call, app } = await appWorld();
    await call('settings.save', { display: { on: true, screen: 'auto', clearSeconds: 20 } });
    const order = await call('order', { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 });
    expect(
      await call('display.show', { kind: 'sale', id: order.value.id, tendered: null, asking: false }),
    ).toMatchObject({
      ok: true,
    });
    await expect.poll(() => app.display.view().sale?.proof, { timeout: 30_000 }).toContain('TRAINING');
    expect(app.display.view()).toMatchObject({
      training: true,
      sale: { result: 'success', customerNo: '081234567890' },
    });
    expect((await call('display.preview')).value).toMatchObject({ via: 'none', open: false, screens: [] });
    expect(await call('display.link')).toMatchObject({ error: { code: 'not_found' } });
  });
});
