import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { expressionOf } from '../../../src/main/search/index/expression.ts';
import { signsOfRuns } from '../../../src/main/search/index/five-digits.ts';
import { gramsOf } from '../../../src/main/search/index/grams.ts';
import { Indexer } from '../../../src/main/search/index/indexer.ts';
import { openIndex } from '../../../src/main/search/index/schema.ts';
import { Reader } from '../../../src/main/search/reader.ts';
import { realRandom } from '../../support/journal-folder.ts';
import { order, sold } from '../../support/sale-changes.ts';
import { soakSize } from '../../support/soak.ts';

const today = '2026-03-14';

/** Few digits, so that one run is often part of another: runs of every length, letters and what is dropped between them. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[0-3]{1,8}$/) },
  { weight: 2, arbitrary: fc.constantFrom('-', ' ', '.', '/', '–', '+', ' - ') },
  { weight: 1, arbitrary: fc.constantFrom('A', 'BU', 'é', 'e\u0301', '😀', '١٢٣٤٥', '１２３４５', '_', '%', '\ue001') },
);
const value = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const number = fc.stringMatching(/^(0812|62812|53)[0-3]{4,10}[AB]?[0-3]{0,6}$/);
const texts = fc.sample(fc.record({ customerNo: number, customerName: value, sn: value, transactionId: value }), {
  seed: 16,
  numRuns: 300,
});

let folder = '';
let journal: ShopDatabase;
let reader: Reader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
  const [path, indexPath] = [join(folder, 'journal.db'), join(folder, 'search.db')];
  journal = await openShopDatabase({ path, random: realRandom });
  for (const [n, { sn, ...given }] of texts.entries()) await sold(journal, order(n, given), { sn });
  const [from, index] = [connect(path, true), openIndex(indexPath)];
  const indexer = new Indexer(from, index);
  while (indexer.step().left > 0);
  from.close();
  index.close();
  reader = new Reader(path, indexPath);
}, 60_000);
afterAll(async () => {
  reader.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Part of what stands in a sale, grouped as it is there, not at all, or otherwise. */
const part = fc
  .tuple(
    fc.constantFrom(...texts.flatMap((sale) => Object.values(sale))).map((text) => Array.from(text)),
    fc.nat(),
    fc.integer({ min: 3, max: 14 }),
    fc.constantFrom('as it is', 'bare', 'in fours', 'apart'),
  )
  .map(([signs, from, long, how]) => {
    const start = from % Math.max(1, signs.length - 2);
    const text = signs.slice(start, start + long).join('');
    const bare = text.replace(/[-–./+ ]/g, '');
    if (how === 'as it is') return text;
    if (how === 'bare') return bare;
    return bare.match(how === 'in fours' ? /.{1,4}/gu : /.{1,7}/gu)?.join(how === 'apart' ? ' ' : '-') ?? text;
  });

test('whatever part of whatever mixture of digits is typed, the index leaves nothing out', async () => {
  await fc.assert(
    fc.asyncProperty(part, async (text) => {
      const all = await journal.search({ text, limit: 200 }, today);
      const { page } = reader.search({ text, limit: 200 }, today, () => undefined);
      expect(page.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    }),
    { seed: 16, numRuns: soakSize({ usual: 200, soak: 500 }) },
  );
}, 120_000);

test('five digits in a row are one gram, and fewer are looked for three at a time', () => {
  const five = (digits: string): string => signsOfRuns(digits) ?? '';
  expect(gramsOf('12')).toBeNull();
  expect(gramsOf('1234')).toEqual(['123', '234']);
  expect(gramsOf('12345')).toEqual([five('12345')]);
  expect(gramsOf('123456')).toEqual([five('23456'), five('12345')]);
  expect(gramsOf('TRX2612345')).toEqual([five('12345'), five('26123'), 'trx']);
  expect(gramsOf('9-kWh/2612345')).toEqual([five('12345'), five('26123'), '9kw', 'h26']);
  expect(gramsOf('１２３４５')).toEqual(['１２３', '２３４', '３４５']);
});

test('a long number is looked for by its end: thousands begin alike', () => {
  const five = (digits: string): string => signsOfRuns(digits) ?? '';
  expect(gramsOf('0812-3456-7890')).toEqual([five('67890'), five('12345')]);
  expect(gramsOf('1111-2222-3333-4444-5555')).toEqual([five('45555'), five('33444'), five('22233')]);
});

test('thousands of products that a word names are not asked for one by one, and what narrows the search beside it is', () => {
  const products = Array.from({ length: 3000 }, (_, n) => ({
    token: n + 1,
    kind: 'prepaid',
    texts: [`telkomsel ${n}`],
    nominal: null,
  }));
  const many = { is: 'text', text: 'telkomsel' } as const;
  expect(expressionOf([many], products)).toBeNull();
  expect(expressionOf([{ is: 'kind', kind: 'prepaid' }], products)).toBeNull();
  const budi = { is: 'text', text: 'budi' } as const;
  expect(expressionOf([many, budi], products)).toBe(expressionOf([budi], products));
});
