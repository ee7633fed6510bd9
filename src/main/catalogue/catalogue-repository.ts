import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ItemChange } from '../../shared/contract/catalogue.ts';
import type { Product } from '../../shared/contract/selling.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { FailedLine, ProductChange } from '../../shared/domain/catalogue-jobs.ts';
import { type Priced, type Products, prepareDifferences, pricesChanged } from '../db/products.ts';
import { immediateTransaction, jsonText, lazy, pluckStatement, statement } from '../db/statements.ts';
import type { Items } from './catalogue-items.ts';
import type { CatalogueRepository, ListLine, ListTally, WaitingLine } from './catalogue-types.ts';

const Waiting = z.object({
  line: z.int(),
  text: z.string(),
  productCode: z.string(),
  cost: z.int().nullable(),
  sellingPrice: z.int().nullable(),
  group: z.string().nullable(),
});

const TallyRow = z.object({ total: z.int(), waiting: z.int(), failed: z.int() });

interface Parts {
  db: Database.Database;
  items: Items;
  products: Products;
  priced: Priced;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

const Codes = z.array(z.string());

/** The port over one open connection. */
export function sqliteCatalogue({ db, items, products, priced, read, write }: Parts): CatalogueRepository {
  const lines = lazy(() => prepareLines(db));
  const changes = statement(
    db,
    `SELECT c.seq, c.at, c.product_code AS productCode, p.product ->> '$.productName' AS productName, c.what, c.was, c.now
     FROM product_changes c LEFT JOIN products p USING (product_code) WHERE c.seq < ? ORDER BY c.seq DESC LIMIT ?`,
  );
  const markGone = statement(db, 'UPDATE products SET gone_at = ? WHERE product_code = ? AND gone_at IS NULL');
  const wanted = pluckStatement(
    db,
    `SELECT DISTINCT p.product ->> '$.logo' AS url FROM products p LEFT JOIN logos l ON l.url = p.product ->> '$.logo'
     WHERE length(p.product ->> '$.logo') BETWEEN 1 AND 2000 AND (l.url IS NULL OR (l.name IS NULL AND l.tried_at < ?)) LIMIT ?`,
  );
  const keepLogo = statement(
    db,
    `INSERT INTO logos (url, name, tried_at) VALUES (?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET name = excluded.name, tried_at = excluded.tried_at`,
  );
  const forgetLogo = statement(db, 'DELETE FROM logos WHERE name = ?');
  const logoCount = pluckStatement(db, 'SELECT count(*) FROM logos');
  const withLogo = pluckStatement(db, `SELECT product_code FROM products WHERE product ->> '$.logo' = ?`);
  const readWork = pluckStatement(db, 'SELECT state FROM catalogue_work WHERE what = ?');
  const writeWork = statement(
    db,
    'INSERT INTO catalogue_work (what, state) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET state = excluded.state',
  );
  const writeDifferences = prepareDifferences(db);

  const found = (productCode: string): CatalogueItem => {
    const item = items.get(productCode);
    if (!item) throw new Error('a product that was just written is gone');
    return item;
  };
  const save = immediateTransaction(db, (given: readonly ItemChange[], at: string): CatalogueItem[] | null => {
    const before = new Map(given.map(({ productCode }) => [productCode, items.get(productCode)]));
    if ([...before.values()].includes(null)) return null;
    for (const change of given) items.write(change);
    const changes = [...before].flatMap(([productCode, was]) => pricesChanged(was, found(productCode)));
    priced(changes, at, 'person');
    return given.map(({ productCode }) => found(productCode));
  });
  const gone = immediateTransaction(db, (productCode: string, at: string): boolean => {
    if (markGone().run(at, productCode).changes === 0) return false;
    writeDifferences(productCode, at, [{ what: 'gone', was: 'false', now: 'true' }]);
    return true;
  });
  const wasGone = pluckStatement(db, 'SELECT gone_at IS NOT NULL FROM products WHERE product_code = ?');
  const told = immediateTransaction(db, (product: Product, at: string): boolean => {
    const back = wasGone().get(product.productCode) === 1;
    if (back) writeDifferences(product.productCode, at, [{ what: 'gone', was: 'true', now: 'false' }]);
    return products.told(product, at) || back;
  });
  const lineAdded = immediateTransaction(db, (line: WaitingLine, product: Product, at: string): CatalogueItem => {
    const { productCode } = product;
    const was = items.get(productCode);
    products.told(product, at);
    const { cost, sellingPrice, group } = line;
    items.write({
      productCode,
      // A product that somebody brings is wanted again.
      hidden: false,
      ...(cost === null ? {} : { cost }),
      ...(sellingPrice === null ? {} : { sellingPrice }),
      ...(group === null ? {} : { group }),
    });
    lines().added(line.line);
    const now = found(productCode);
    priced(pricesChanged(was, now), at, 'person');
    return now;
  });

  return {
    list: () => read(() => items.list()),
    get: (productCode) => read(() => items.get(productCode)),
    save: (given, at) => write(() => save(given, at)),
    told: (product, at) => write(() => told(product, at)),
    gone: (productCode, at) => write(() => gone(productCode, at)),
    codesAfter: (productCode, limit) => read(() => items.codesAfter(productCode, limit)),
    count: () => read(() => items.count()),
    changes: (before, limit) =>
      read(() => z.array(ProductChange).parse(changes().all(before ?? Number.MAX_SAFE_INTEGER, limit))),
    wantedLogos: (failedBefore, limit) => read(() => Codes.parse(wanted().all(failedBefore, limit))),
    keepLogo: (url, name, at) => write(() => void keepLogo().run(url, name, at)),
    forgetLogos: (names) =>
      write(() => {
        for (const name of names) forgetLogo().run(name);
      }),
    logoCount: () => read(() => z.int().parse(logoCount().get())),
    codesWithLogo: (url) => read(() => Codes.parse(withLogo().all(url))),
    startList: (given) => write(() => lines().start(given)),
    nextLine: () => read(() => lines().next()),
    lineAdded: (line, product, at) => write(() => lineAdded(line, product, at)),
    lineFailed: (line, reason, message) => write(() => lines().failed(line, reason, message)),
    listTally: () => read(() => lines().tally()),
    failedLines: (after, limit) => read(() => lines().listFailed(after, limit)),
    readWork: (what) =>
      read(() => {
        const text = readWork().get(what);
        return text === undefined ? null : jsonText.parse(text);
      }),
    writeWork: (what, state) => write(() => void writeWork().run(what, JSON.stringify(state))),
  };
}

/** The list of codes that is asked about: each line waits, is in the catalogue, or has failed and says why. */
function prepareLines(db: Database.Database) {
  const clear = statement(db, 'DELETE FROM product_list');
  const insert = statement(
    db,
    `INSERT INTO product_list (line, text, product_code, cost, selling_price, group_name, state, reason)
     VALUES (@line, @text, @productCode, @cost, @sellingPrice, @group, @state, @reason)`,
  );
  const next = statement(
    db,
    `SELECT line, text, product_code AS productCode, cost, selling_price AS sellingPrice, group_name AS "group"
     FROM product_list WHERE state = 'waiting' ORDER BY line LIMIT 1`,
  );
  const added = statement(db, `UPDATE product_list SET state = 'added' WHERE line = ?`);
  const failed = statement(db, `UPDATE product_list SET state = 'failed', reason = ?, message = ? WHERE line = ?`);
  const tally = statement(
    db,
    `SELECT (SELECT count(*) FROM product_list) AS total,
       (SELECT count(*) FROM product_list WHERE state = 'waiting') AS waiting,
       (SELECT count(*) FROM product_list WHERE state = 'failed') AS failed`,
  );
  const listFailed = statement(
    db,
    `SELECT line, text, reason, message FROM product_list WHERE state = 'failed' AND line > ? ORDER BY line LIMIT ?`,
  );
  return {
    start: immediateTransaction(db, (lines: readonly ListLine[]): void => {
      clear().run();
      for (const [at, line] of lines.entries()) {
        insert().run({ ...line, line: at + 1, state: line.reason === null ? 'waiting' : 'failed' });
      }
    }),
    next: (): WaitingLine | null => Waiting.optional().parse(next().get()) ?? null,
    added: (line: number) => void added().run(line),
    failed: (line: number, reason: string, message: string | null) => void failed().run(reason, message, line),
    tally(): ListTally {
      const row = TallyRow.parse(tally().get());
      const done = row.total - row.waiting;
      return { done, total: row.total, added: done - row.failed, failed: row.failed };
    },
    listFailed: (after: number, limit: number) => z.array(FailedLine).parse(listFailed().all(after, limit)),
  };
}
