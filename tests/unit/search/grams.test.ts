import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { amountGram, documentsOf, gramsOf, secondAt } from '../../../src/main/search/grams.ts';
import { expressionOf } from '../../../src/main/search/matches.ts';
import { prepareSource } from '../../../src/main/search/search.ts';
import { Indexer, openIndex } from '../../../src/main/search/search-index.ts';
import { SearchReader } from '../../../src/main/search/search-worker.ts';
import { compact } from '../../../src/shared/domain/search/matching.ts';
import { realRandom } from '../../support/database-files.ts';
import { soakSize } from '../../support/soak.ts';
import { order, sold } from '../../support/stored-sales.ts';

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
let db: ShopDatabase;
let reader: SearchReader;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
  const [path, indexPath] = [join(folder, 'journal.db'), join(folder, 'search.db')];
  db = await openShopDatabase({ path, random: realRandom });
  for (const [n, { sn, ...fields }] of texts.entries()) await sold(db, order(n, fields), { sn });
  const [from, index] = [connect(path, true), openIndex(indexPath)];
  const indexer = new Indexer(from, index);
  while (indexer.step());
  from.close();
  index.close();
  reader = new SearchReader({ database: path, index: indexPath });
}, 60_000);
afterAll(async () => {
  reader.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Part of what stands in a sale, grouped as it is there, not at all, or otherwise. */
const fragment = fc
  .tuple(
    fc.constantFrom(...texts.flatMap((sale) => Object.values(sale))).map((text) => Array.from(text)),
    fc.nat(),
    fc.integer({ min: 3, max: 14 }),
    fc.constantFrom('as it is', 'bare', 'in fours', 'apart'),
  )
  .map(([signs, from, long, spelling]) => {
    const start = from % Math.max(1, signs.length - 2);
    const text = signs.slice(start, start + long).join('');
    const bare = text.replace(/[-–./+ ]/g, '');
    if (spelling === 'as it is') return text;
    if (spelling === 'bare') return bare;
    return (
      bare.match(spelling === 'in fours' ? /.{1,4}/gu : /.{1,7}/gu)?.join(spelling === 'apart' ? ' ' : '-') ?? text
    );
  });

test('whatever part of whatever mixture of digits is typed, the index leaves nothing out', async () => {
  await fc.assert(
    fc.asyncProperty(fragment, async (text) => {
      const all = await db.search({ text, limit: 200 }, today);
      const { page } = reader.search({ text, limit: 200 }, today, () => undefined);
      expect(page.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    }),
    { seed: 16, numRuns: soakSize({ usual: 200, soak: 500 }) },
  );
}, 120_000);

test('three grams narrow the search: from the end on, where numbers differ, and those that share no character first', () => {
  expect(gramsOf('12')).toBeNull();
  expect(gramsOf('1234')).toEqual(['234', '123']);
  expect(gramsOf('123456')).toEqual(['456', '123', '345']);
  expect(gramsOf('12345678')).toEqual(['678', '345', '123']);
  expect(gramsOf('0812-3456-7890')).toEqual(['890', '567', '234']);
  expect(gramsOf('TRX-5')).toEqual(['rx5', 'trx']);
  expect(gramsOf('111111')).toEqual(['111']);
  expect(gramsOf('１２３４５')).toEqual(['３４５', '１２３', '２３４']);
});

test('grams that many sales have come last', () => {
  const shares = (counts: Record<string, number>) => new Map(Object.entries(counts));
  expect(gramsOf('0812-3456-7890', shares({ 890: 1, 234: 9 }))).toEqual(['567', '081', '789']);
  expect(gramsOf('10000', shares({ '000': 7, 100: 2 }))).toEqual(['100', '000']);
});

test('a database knows which of its grams many sales have, of all its years', () => {
  const db = connect(join(folder, 'journal.db'), true);
  const shares = prepareSource(db).shares();
  db.close();
  const tenths = (gram: string): number => {
    const having = texts.filter((sale) => Object.values(sale).some((text) => compact(text).includes(gram)));
    return (having.length / texts.length) * 10;
  };
  // Their ids and products have grams too.
  for (const gram of ['012', '081', '120', '302'])
    expect(shares.get(gram) ?? 0).toBeGreaterThanOrEqual(Math.floor(tenths(gram)) - 1);
  expect(shares.get('081')).toBeGreaterThanOrEqual(2);
  expect(tenths('abu')).toBeLessThan(1);
  expect(shares.has('abu')).toBe(false);
});

test('a question to the index joins what must be met, and asks for a kind only where nothing else narrows the search', () => {
  const kind = { is: 'kind', kind: 'postpaid' } as const;
  const budi = { is: 'text', text: 'budi' } as const;
  expect(expressionOf([{ is: 'states', states: ['failed'] }], new Map())).toBeNull();
  expect(expressionOf([{ is: 'text', text: 'bu' }], new Map())).toBeNull();
  expect(expressionOf([kind], new Map())).toBe('"나나나"');
  expect(expressionOf([kind, budi], new Map())).toBe('("udi" AND "bud")');
  expect(expressionOf([budi, { is: 'amount', amount: 20_000 }], new Map())).toBe(
    `("udi" AND "bud") AND "${amountGram(20_000)}"`,
  );
  expect(expressionOf([{ is: 'product', texts: ['pln', 'token'] }], new Map())).toBe(
    '(("pln") OR ("ken" AND "tok" AND "oke"))',
  );
});

test('sales of one second are one document, and documents come newest first', () => {
  const at = (createdAt: string, sn: string | null) => ({
    createdAt,
    kind: 'prepaid',
    found: JSON.stringify(['081', '081', null, sn, null, null]),
    product: JSON.stringify(['XL5', null, null, null]),
    productCode: 'XL5',
    productName: null,
    total: null,
    price: null,
  });
  const documents = documentsOf([
    at('2026-03-02T01:00:01.000Z', '11-11'),
    at('2026-03-02T01:00:00.999Z', null),
    at('2026-03-02T01:00:01.999Z', '2222'),
  ]);
  expect(documents.map(({ place }) => secondAt(place))).toEqual(['2026-03-02T01:00:01', '2026-03-02T01:00:00']);
  expect(documents.map(({ texts }) => texts[3])).toEqual(['1111\n2222', null]);
});
