import { copyFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Product } from '../../../src/shared/contract/selling.ts';
import { appWorld, staffed } from '../../support/app-world.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { fakeProducts } from '../../support/fake-sales.ts';
import { tamper } from '../../support/tamper.ts';

describe('the audit log', () => {
  const at = '2026-06-01T00:00:00.000Z';
  const productOf = (code: string): Product => {
    const product = fakeProducts.find(({ productCode }) => productCode === code);
    if (!product) throw new Error('no such product');
    return product;
  };

  test('a price that is changed stands in the log with what it was; what stays as it was writes nothing', async () => {
    const { catalogue, auditLog } = await aJournal();
    for (const code of ['TSEL10', 'PLNPOST']) await catalogue.updateProduct(productOf(code), at);
    await catalogue.save([{ productCode: 'TSEL10', cost: 10_250, sellingPrice: 12_000 }], at);
    await catalogue.save(
      [
        { productCode: 'TSEL10', cost: 10_250, favourite: true },
        { productCode: 'PLNPOST', fee: 3000 },
      ],
      at,
    );
    await catalogue.save([{ productCode: 'TSEL10', sellingPrice: 12_000, group: 'Pagi', place: 1 }], at);
    const [fee, prices, ...others] = await auditLog.list({ limit: 10 });
    expect(others).toEqual([]);
    expect(fee).toMatchObject({ prices: [{ code: 'PLNPOST', what: 'fee', was: null, now: 3000 }], byProvider: false });
    expect(prices).toMatchObject({
      at,
      type: 'catalogue.price_changed',
      prices: [
        { code: 'TSEL10', what: 'cost', was: null, now: 10_250 },
        { code: 'TSEL10', what: 'sellingPrice', was: null, now: 12_000 },
      ],
    });
    expect(await auditLog.list({ limit: 10, before: fee?.seq ?? 0 })).toEqual([prices]);
  });

  test('a night that finds the provider’s prices as they were writes nothing; one that finds another one, once', async () => {
    const { catalogue, auditLog } = await aJournal();
    const bill = productOf('PLNPOST');
    for (let night = 0; night < 3; night += 1) await catalogue.updateProduct(bill, at);
    expect(await auditLog.list({ limit: 10 })).toEqual([]);
    await catalogue.updateProduct({ ...bill, admin: 3000, description: 'lain' }, at);
    await catalogue.updateProduct({ ...bill, admin: 3000, description: 'lain lagi' }, at);
    expect(await auditLog.list({ limit: 10 })).toMatchObject([
      { byProvider: true, by: null, prices: [{ code: 'PLNPOST', what: 'admin', was: bill.admin, now: 3000 }] },
    ]);
  });

  test('the chain holds them: the file verifies, a copy too, and a change behind its back is found', async () => {
    const path = journalPath();
    const db = await openShopDatabase({ path, random: realRandom });
    await db.catalogue.updateProduct(productOf('TSEL10'), at);
    await db.catalogue.save([{ productCode: 'TSEL10', cost: 10_250 }], at);
    await db.auditLog.settingsChanged([{ name: 'billFee', was: 0, now: 2500 }], at);
    await db.close();
    const copy = journalPath();
    copyFileSync(path, copy);
    for (const file of [path, copy]) expect(verifyJournal(file)).toMatchObject({ flaw: null, events: 2 });
    tamper(copy, `UPDATE events SET data = replace(data, '10250', '99999') WHERE type = 'catalogue.price_changed'`);
    expect(verifyJournal(copy).flaw).not.toBeNull();
  });

  test('a person who changes a price or a setting is named, secrets and addresses are not, and looks are not recorded', async () => {
    const { call } = await appWorld();
    const { signIn } = await staffed({ call });
    await signIn('owner');
    await call('product', { productCode: 'TSEL10' });
    await call('catalogue.save', { changes: [{ productCode: 'TSEL10', sellingPrice: 12_500 }] });
    await call('settings.save', {
      billFee: 2500,
      theme: 'dark',
      pricing: { margin: { kind: 'rupiah', amount: 1500 }, rounding: 1000 },
    });
    await call('settings.save', {
      provider: { url: 'https://provider.example/v1' },
      secrets: { relayToken: 'very-secret' },
    });
    await call('settings.save', { theme: 'light' });
    const { changes } = (await call('people.changes')).value;
    expect(changes.map(({ type, by }) => [type, by?.role])).toEqual([
      ['settings.changed', 'owner'],
      ['settings.changed', 'owner'],
      ['catalogue.price_changed', 'owner'],
    ]);
    expect(changes[0]?.settings.map(({ name }) => name).toSorted()).toEqual(['provider.url', 'relayToken']);
    expect(JSON.stringify(changes)).not.toMatch(/very-secret|provider\.example/);
    expect(changes[1]?.settings).toContainEqual({ name: 'billFee', was: 0, now: 2500 });
    expect(changes[1]?.settings.map(({ name }) => name)).toContain('pricing.rounding');
    await signIn('cashier');
    expect(await call('people.changes')).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
  });
});
