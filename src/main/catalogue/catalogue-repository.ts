import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ItemChange } from '../../shared/contract/catalogue.ts';
import type { RefusedPrice } from '../../shared/contract/office.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { type CatalogueItem, losesMoney } from '../../shared/domain/catalogue.ts';
import { FailedLine, type LineReason, ProductChange } from '../../shared/domain/catalogue-jobs.ts';
import type { TakenList } from '../../shared/domain/provider-list.ts';
import { type Priced, type Products, prepareDifferences, pricesChanged } from '../db/products.ts';
import { immediateTransaction, jsonText, lazy, pluckStatement, statement } from '../db/statements.ts';
import { type CatalogueItems, differing, type OfficeItem, officeItem } from './catalogue-items.ts';
import { doubtedKinds, itemsByKey, itemsOf, type ListEntry, mergedProduct, missingItems } from './compare-list.ts';

/** One line of a list; a line with a reason is not looked up. */
export interface ListLine {
  /** the line's text, shortened */
  text: string;
  productCode: string | null;
  cost: number | null;
  sellingPrice: number | null;
  group: string | null;
  reason: LineReason | null;
}

export type WaitingLine = Omit<ListLine, 'reason' | 'productCode'> & { line: number; productCode: string };

export interface ListTally {
  done: number;
  total: number;
  added: number;
  failed: number;
}

/** The shop's own catalogue, in the database of its sales. Methods reject with DatabaseError. */
export interface CatalogueRepository {
  /** sorted by code; pages sort by favourites and the shop's own order */
  list(): Promise<CatalogueItem[]>;
  get(productCode: string): Promise<CatalogueItem | null>;
  /**
   * Saves all changes or none, and logs changed prices. @returns null when one of the products is not in the
   * catalogue
   */
  save(changes: readonly ItemChange[], at: string): Promise<CatalogueItem[] | null>;
  /**
   * Takes over what the office has published, some products at a time, and logs changed prices as the office's. A price that would lose
   * money by what is known here is refused, and so is the price of a product that is something else here; the rest counts. A known cost
   * stays.
   */
  saveFromOffice(items: readonly OfficeItem[], at: string): Promise<{ codes: string[]; refused: RefusedPrice[] }>;
  /** Adds those that are not in the catalogue, with their prices. */
  addMissing(items: readonly CatalogueItem[], at: string): Promise<void>;
  /** Stores the provider's data of an unused product. @returns whether anything changed */
  updateProduct(product: Product, at: string): Promise<boolean>;
  /**
   * Puts the provider's whole list into the catalogue, all or nothing, and logs changed costs. No selling price changes; a product is marked
   * as discontinued only where the list can be believed.
   * @param takesNew also what the catalogue lacks, without a price
   */
  takeList(entries: readonly ListEntry[], takesNew: boolean, at: string): Promise<TakenList>;
  /** Marks a product that the provider no longer offers. @returns false when it was marked already */
  markDiscontinued(productCode: string, at: string): Promise<boolean>;
  /** the next codes after this one, ordered */
  codesAfter(productCode: string, limit: number): Promise<string[]>;
  count(): Promise<number>;
  /** newest first */
  changes(before: number | null, limit: number): Promise<ProductChange[]>;

  /** addresses of pictures that were never fetched, or failed before `failedBefore` */
  logosToFetch(failedBefore: string, limit: number): Promise<string[]>;
  /** @param name null: the picture could not be fetched */
  saveLogo(url: string, name: string | null, at: string): Promise<void>;
  /** removes pictures whose files are missing, so that they are fetched again */
  forgetLogos(names: readonly string[]): Promise<void>;
  /** how many addresses were tried */
  logoCount(): Promise<number>;
  /** codes of the products whose brand has this picture */
  codesWithLogo(url: string): Promise<string[]>;

  /** replaces the list before */
  startList(lines: readonly ListLine[]): Promise<void>;
  nextLine(): Promise<WaitingLine | null>;
  /** Adds the line's product to the catalogue and marks the line, in one transaction. */
  addLine(line: WaitingLine, product: Product, at: string): Promise<CatalogueItem>;
  failLine(line: number, reason: LineReason, message: string | null): Promise<void>;
  listTally(): Promise<ListTally>;
  failedLines(after: number, limit: number): Promise<FailedLine[]>;

  /** the state last written for this job, parsed from JSON; null: none */
  readJob(job: 'import' | 'refresh'): Promise<unknown>;
  writeJob(job: 'import' | 'refresh', state: unknown): Promise<void>;
}

const WaitingRow = z.object({
  line: z.int(),
  text: z.string(),
  productCode: z.string(),
  cost: z.int().nullable(),
  sellingPrice: z.int().nullable(),
  group: z.string().nullable(),
});

const TallyRow = z.object({ total: z.int(), waiting: z.int(), failed: z.int() });

interface CatalogueDeps {
  db: Database.Database;
  items: CatalogueItems;
  products: Products;
  priced: Priced;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

const Codes = z.array(z.string());

/** CatalogueRepository over one open connection. */
export const sqliteCatalogue = (deps: CatalogueDeps): CatalogueRepository => ({
  ...shopItems(deps),
  ...logos(deps),
  ...importedList(deps),
});

function getWritten(items: CatalogueItems, productCode: string): CatalogueItem {
  const item = items.get(productCode);
  if (!item) throw new Error('a product that was just written is gone');
  return item;
}

/** Products, as the shop has them and as the provider and the office say. */
function shopItems(deps: CatalogueDeps) {
  const { db, items, products, priced, read, write } = deps;
  const changes = statement(
    db,
    `SELECT c.seq, c.at, c.product_code AS productCode, p.product ->> '$.productName' AS productName, c.field AS what,
       c.old_value AS was, c.new_value AS now
     FROM product_changes c LEFT JOIN products p USING (product_code) WHERE c.seq < ? ORDER BY c.seq DESC LIMIT ?`,
  );
  const save = immediateTransaction(db, (itemChanges: readonly ItemChange[], at: string): CatalogueItem[] | null => {
    const before = new Map(itemChanges.map(({ productCode }) => [productCode, items.get(productCode)]));
    if ([...before.values()].includes(null)) return null;
    for (const change of itemChanges) items.write(change);
    const changes = [...before].flatMap(([productCode, was]) => pricesChanged(was, getWritten(items, productCode)));
    priced(changes, at, 'person');
    return itemChanges.map(({ productCode }) => getWritten(items, productCode));
  });
  const saveFromOffice = prepareOfficeSave(deps);
  const addMissing = immediateTransaction(db, (newItems: readonly CatalogueItem[], at: string): void => {
    for (const item of newItems) {
      if (items.get(item.productCode)) continue;
      const { product, ...own } = officeItem(item);
      products.update(product, at);
      items.write({ productCode: item.productCode, ...differing(null, own) });
    }
  });
  const setDiscontinued = statement(
    db,
    'UPDATE products SET discontinued_at = ? WHERE product_code = ? AND discontinued_at IS NULL',
  );
  const writeDifferences = prepareDifferences(db);
  const markDiscontinued = immediateTransaction(db, (productCode: string, at: string): boolean => {
    if (setDiscontinued().run(at, productCode).changes === 0) return false;
    writeDifferences(productCode, at, [{ field: 'gone', was: 'false', now: 'true' }]);
    return true;
  });
  const takeList = prepareListTaking(deps, { updateProduct: (...args) => updateProduct(...args), markDiscontinued });
  const isDiscontinued = pluckStatement(db, 'SELECT discontinued_at IS NOT NULL FROM products WHERE product_code = ?');
  const updateProduct = immediateTransaction(db, (product: Product, at: string): boolean => {
    const back = isDiscontinued().get(product.productCode) === 1;
    if (back) writeDifferences(product.productCode, at, [{ field: 'gone', was: 'true', now: 'false' }]);
    return products.update(product, at) || back;
  });
  return {
    list: () => read(() => items.list()),
    get: (productCode) => read(() => items.get(productCode)),
    save: (itemChanges, at) => write(() => save(itemChanges, at)),
    saveFromOffice: (officeItems, at) => write(() => saveFromOffice(officeItems, at)),
    addMissing: (newItems, at) => write(() => addMissing(newItems, at)),
    updateProduct: (product, at) => write(() => updateProduct(product, at)),
    takeList: (entries, takesNew, at) => write(() => takeList(entries, takesNew, at)),
    markDiscontinued: (productCode, at) => write(() => markDiscontinued(productCode, at)),
    codesAfter: (productCode, limit) => read(() => items.codesAfter(productCode, limit)),
    count: () => read(() => items.count()),
    changes: (before, limit) =>
      read(() => z.array(ProductChange).parse(changes().all(before ?? Number.MAX_SAFE_INTEGER, limit))),
  } satisfies Partial<CatalogueRepository>;
}

function prepareOfficeSave({ db, items, products, priced }: CatalogueDeps) {
  return immediateTransaction(db, (officeItems: readonly OfficeItem[], at: string) => {
    const refused: RefusedPrice[] = [];
    const codes: string[] = [];
    const prices: ReturnType<typeof pricesChanged> = [];
    for (const { product, cost, sellingPrice, ...own } of officeItems) {
      const { productCode } = product;
      const was = items.get(productCode);
      if (was && was.kind !== product.kind) {
        refused.push({ productCode, reason: 'invalid' });
        continue;
      }
      if (!was) products.update(product, at);
      const previousCost = was?.cost ?? was?.providerPrice ?? null;
      const paid = previousCost ?? cost;
      const isRefused = losesMoney(sellingPrice, { cost: paid, providerPrice: was?.providerPrice ?? null });
      if (isRefused) refused.push({ productCode, reason: 'below_cost' });
      const taken = {
        ...own,
        cost: previousCost === null ? cost : null,
        sellingPrice: isRefused ? null : sellingPrice,
      };
      const change = differing(was, taken);
      if (Object.keys(change).length > 0) items.write({ productCode, ...change });
      else if (was) continue;
      codes.push(productCode);
      prices.push(...pricesChanged(was, getWritten(items, productCode)));
    }
    priced(prices, at, 'office');
    return { codes, refused };
  });
}

/** Changes of prices in one event of the log, as many as a page saves at once. */
const maxLogged = 200;

interface ProductWrites {
  updateProduct(product: Product, at: string): boolean;
  markDiscontinued(productCode: string, at: string): boolean;
}

function prepareListTaking({ db, items, priced }: CatalogueDeps, writes: ProductWrites) {
  const logoOf = pluckStatement(db, `SELECT product ->> '$.logo' FROM products WHERE product_code = ?`);
  return immediateTransaction(db, (entries: readonly ListEntry[], takesNew: boolean, at: string): TakenList => {
    const before = items.list();
    const byKey = itemsByKey(before);
    const prices: ReturnType<typeof pricesChanged> = [];
    const counts: TakenList = { added: 0, changed: 0, gone: 0 };
    /** @returns whether it was another one */
    const writeCost = (productCode: string, was: CatalogueItem | null, cost: number | null): boolean => {
      if (cost === null || cost === was?.cost) return false;
      items.write({ productCode, cost });
      prices.push({ code: productCode, what: 'cost', was: was?.cost ?? null, now: cost });
      return true;
    };
    for (const entry of entries) {
      const { all, same } = itemsOf(byKey, entry);
      if (all.length === 0 && takesNew) {
        writes.updateProduct(entry.product, at);
        writeCost(entry.product.productCode, null, entry.cost);
        counts.added += 1;
      }
      for (const item of same) {
        const logo = z.string().nullable().parse(logoOf().get(item.productCode));
        const isOther = writes.updateProduct(mergedProduct(entry, item, logo), at);
        if (writeCost(item.productCode, item, entry.cost) || isOther) counts.changed += 1;
      }
    }
    const missing = missingItems(before, entries);
    const doubted = doubtedKinds(before, missing);
    for (const { kind, productCode } of missing) {
      if (!doubted.some((one) => one.kind === kind) && writes.markDiscontinued(productCode, at)) counts.gone += 1;
    }
    for (let from = 0; from < prices.length; from += maxLogged) {
      priced(prices.slice(from, from + maxLogged), at, 'person');
    }
    return counts;
  });
}

function logos({ db, read, write }: CatalogueDeps) {
  const logosToFetch = pluckStatement(
    db,
    `SELECT DISTINCT p.product ->> '$.logo' AS url FROM products p LEFT JOIN logos l ON l.url = p.product ->> '$.logo'
     WHERE length(p.product ->> '$.logo') BETWEEN 1 AND 2000 AND (l.url IS NULL OR (l.name IS NULL AND l.tried_at < ?)) LIMIT ?`,
  );
  const saveLogo = statement(
    db,
    `INSERT INTO logos (url, name, tried_at) VALUES (?, ?, ?)
     ON CONFLICT (url) DO UPDATE SET name = excluded.name, tried_at = excluded.tried_at`,
  );
  const forgetLogo = statement(db, 'DELETE FROM logos WHERE name = ?');
  const logoCount = pluckStatement(db, 'SELECT count(*) FROM logos');
  const withLogo = pluckStatement(db, `SELECT product_code FROM products WHERE product ->> '$.logo' = ?`);
  return {
    logosToFetch: (failedBefore, limit) => read(() => Codes.parse(logosToFetch().all(failedBefore, limit))),
    saveLogo: (url, name, at) => write(() => void saveLogo().run(url, name, at)),
    forgetLogos: (names) =>
      write(() => {
        for (const name of names) forgetLogo().run(name);
      }),
    logoCount: () => read(() => z.int().parse(logoCount().get())),
    codesWithLogo: (url) => read(() => Codes.parse(withLogo().all(url))),
  } satisfies Partial<CatalogueRepository>;
}

/** The list that is imported, and how far the background jobs are. */
function importedList({ db, items, products, priced, read, write }: CatalogueDeps) {
  const lines = lazy(() => prepareLines(db));
  const addLine = immediateTransaction(db, (line: WaitingLine, product: Product, at: string): CatalogueItem => {
    const { productCode } = product;
    const was = items.get(productCode);
    products.update(product, at);
    const { cost, sellingPrice, group } = line;
    items.write({
      productCode,
      // A product that a list names is shown again.
      hidden: false,
      ...(cost === null ? {} : { cost }),
      ...(sellingPrice === null ? {} : { sellingPrice }),
      ...(group === null ? {} : { group }),
    });
    lines().added(line.line);
    const now = getWritten(items, productCode);
    priced(pricesChanged(was, now), at, 'person');
    return now;
  });
  const readJob = pluckStatement(db, 'SELECT state FROM catalogue_jobs WHERE what = ?');
  const writeJob = statement(
    db,
    'INSERT INTO catalogue_jobs (what, state) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET state = excluded.state',
  );
  return {
    startList: (list) => write(() => lines().start(list)),
    nextLine: () => read(() => lines().next()),
    addLine: (line, product, at) => write(() => addLine(line, product, at)),
    failLine: (line, reason, message) => write(() => lines().failed(line, reason, message)),
    listTally: () => read(() => lines().tally()),
    failedLines: (after, limit) => read(() => lines().listFailed(after, limit)),
    readJob: (job) =>
      read(() => {
        const text = readJob().get(job);
        return text === undefined ? null : jsonText.parse(text);
      }),
    writeJob: (job, state) => write(() => void writeJob().run(job, JSON.stringify(state))),
  } satisfies Partial<CatalogueRepository>;
}

/** The lines of the imported list: each one waits, was added, or failed with a reason. */
function prepareLines(db: Database.Database) {
  const clear = statement(db, 'DELETE FROM import_lines');
  const insert = statement(
    db,
    `INSERT INTO import_lines (line, text, product_code, cost, selling_price, group_name, state, reason)
     VALUES (@line, @text, @productCode, @cost, @sellingPrice, @group, @state, @reason)`,
  );
  const next = statement(
    db,
    `SELECT line, text, product_code AS productCode, cost, selling_price AS sellingPrice, group_name AS "group"
     FROM import_lines WHERE state = 'waiting' ORDER BY line LIMIT 1`,
  );
  const added = statement(db, `UPDATE import_lines SET state = 'added' WHERE line = ?`);
  const failed = statement(db, `UPDATE import_lines SET state = 'failed', reason = ?, message = ? WHERE line = ?`);
  const tally = statement(
    db,
    `SELECT (SELECT count(*) FROM import_lines) AS total,
       (SELECT count(*) FROM import_lines WHERE state = 'waiting') AS waiting,
       (SELECT count(*) FROM import_lines WHERE state = 'failed') AS failed`,
  );
  const listFailed = statement(
    db,
    `SELECT line, text, reason, message FROM import_lines WHERE state = 'failed' AND line > ? ORDER BY line LIMIT ?`,
  );
  return {
    start: immediateTransaction(db, (lines: readonly ListLine[]): void => {
      clear().run();
      for (const [at, line] of lines.entries()) {
        insert().run({ ...line, line: at + 1, state: line.reason === null ? 'waiting' : 'failed' });
      }
    }),
    next: (): WaitingLine | null => WaitingRow.optional().parse(next().get()) ?? null,
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
