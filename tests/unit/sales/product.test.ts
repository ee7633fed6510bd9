import { describe, expect, it } from 'vitest';
import { readProduct } from '../../../src/main/sales/lookups.ts';
import { product, productServer } from '../../support/provider-servers.ts';

describe('readProduct', () => {
  it('a product whose every word is as long as an answer may be is kept short; half an address of a picture is none', async () => {
    const server = await productServer();
    const long = '\u{1F4F1}'.repeat(40_000);
    server.says.set('LONG', () => ({
      json: product('LONG', {
        product_name: `x${long}`,
        type: long,
        description: long,
        category: { name: long },
        brand: { name: long, logo: `https://logos.example/${'a'.repeat(5000)}` },
      }),
    }));
    const outcome = await server.provider.product('LONG');
    if (outcome.kind !== 'answered') throw new Error(outcome.kind);
    const kept = readProduct(outcome.value, []);
    expect(kept).toMatchObject({ productCode: 'LONG', logo: null });
    expect(kept.productName).toHaveLength(200);
    expect(kept.productName?.isWellFormed()).toBe(true);
    expect(JSON.stringify(kept).length).toBeLessThan(2500);
  });
});
