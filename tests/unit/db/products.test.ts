import { describe, expect, test } from 'vitest';
import { aJournal } from '../../support/database-files.ts';
import { goodProduct } from '../../support/provider-answers.ts';

describe('the products that are known', () => {
  const at = (minutes: number): string =>
    new Date(Date.parse('2026-03-10T03:00:00.000Z') + minutes * 60_000).toISOString();

  test('a product that is known and fresh is not written again; one that is older or has changed is', async () => {
    const db = await aJournal();
    const products = async () => (await db.knownProducts()).map(({ product, usedAt }) => [product.active, usedAt]);
    await db.saveProduct(goodProduct, at(0));
    await db.saveProduct(goodProduct, at(5));
    expect(await products()).toEqual([[true, at(0)]]);
    await db.saveProduct({ ...goodProduct, active: false }, at(6));
    expect(await products()).toEqual([[false, at(6)]]);
    await db.saveProduct({ ...goodProduct, active: false }, at(20));
    expect(await products()).toEqual([[false, at(20)]]);
  });

  test('a first price is taken for a product that is known and fresh', async () => {
    const db = await aJournal();
    await db.saveProduct(goodProduct, at(0));
    await db.saveProduct(goodProduct, at(1), 12_000);
    expect((await db.knownProducts())[0]?.sellingPrice).toBe(12_000);
  });
});
