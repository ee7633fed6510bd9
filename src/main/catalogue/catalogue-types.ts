import type { ItemChange } from '../../shared/contract/catalogue.ts';
import type { Product } from '../../shared/contract/selling.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import type { FailedLine, LineReason, ProductChange } from '../../shared/domain/catalogue-jobs.ts';

/** One line of a list as it was read; one with a reason is not asked about. */
export interface ListLine {
  /** as it stood there, cut short */
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
  /** favourites and the shop's own order are the reader's business: sorted by code */
  list(): Promise<CatalogueItem[]>;
  get(productCode: string): Promise<CatalogueItem | null>;
  /** all or nothing, with what it changes of prices in the log; null when one of them is not in the catalogue */
  save(changes: readonly ItemChange[], at: string): Promise<CatalogueItem[] | null>;
  /** What the provider says of a product now, without anybody having used it; whether that is anything else than before. */
  told(product: Product, at: string): Promise<boolean>;
  /** the provider does not give it any more; false when that was known */
  gone(productCode: string, at: string): Promise<boolean>;
  /** codes behind that one, in their order */
  codesAfter(productCode: string, limit: number): Promise<string[]>;
  count(): Promise<number>;
  /** newest first */
  changes(before: number | null, limit: number): Promise<ProductChange[]>;

  /** addresses of pictures that were never asked for, or failed before `failedBefore` */
  wantedLogos(failedBefore: string, limit: number): Promise<string[]>;
  /** @param name null: it could not be had */
  keepLogo(url: string, name: string | null, at: string): Promise<void>;
  /** their files are gone: they are to be fetched again */
  forgetLogos(names: readonly string[]): Promise<void>;
  /** how many addresses were asked for */
  logoCount(): Promise<number>;
  /** codes of the products whose brand has this picture */
  codesWithLogo(url: string): Promise<string[]>;

  /** a new list takes the place of the one before */
  startList(lines: readonly ListLine[]): Promise<void>;
  nextLine(): Promise<WaitingLine | null>;
  /** The line is in the catalogue with what it says of the product: in one step. */
  lineAdded(line: WaitingLine, product: Product, at: string): Promise<CatalogueItem>;
  lineFailed(line: number, reason: LineReason, message: string | null): Promise<void>;
  listTally(): Promise<ListTally>;
  failedLines(after: number, limit: number): Promise<FailedLine[]>;

  /** what was written last under this name, as JSON; null when nothing was */
  readWork(what: 'import' | 'refresh'): Promise<unknown>;
  writeWork(what: 'import' | 'refresh', state: unknown): Promise<void>;
}
