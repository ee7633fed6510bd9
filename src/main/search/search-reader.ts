import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import {
  OutlineSearch,
  type TransactionOutline,
  TransactionPage,
  TransactionSearch,
} from '../../shared/contract/transactions.ts';
import { connect } from '../db/open-database.ts';
import { belongsTo, type IndexState, isCurrent, readState } from './index-file.ts';
import { attachedName } from './index-query.ts';
import type { UsableIndex } from './matches.ts';
import { prepareOutline } from './outline.ts';
import { prepareSearch, type SearchRequest } from './search.ts';

/** An index that is further behind is not used: reading so many sales one by one takes longer than it saves. */
const maxBehind = 20_000;

/** A request to the search thread. */
export const SearchCall = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('search'),
    request: TransactionSearch.extend({ costs: z.boolean().optional() }),
    today: z.string().nullable(),
  }),
  z.object({ do: z.literal('outline'), request: OutlineSearch }),
  z.object({ do: z.literal('release') }),
]);
export type SearchCall = z.infer<typeof SearchCall>;

export const SearchAnswer = z.object({
  page: TransactionPage,
  /** the index's file is damaged; the reader does not touch it again until another takes its place */
  indexBroken: z.boolean(),
});

type IndexStatus = { kind: 'ready'; index: UsableIndex } | { kind: 'behind' } | { kind: 'missing' };

/** Searches a database through a connection that only reads, with the index where there is a usable one. */
export class SearchReader {
  readonly #db: Database.Database;
  readonly #indexPath: string;
  readonly #search: ReturnType<typeof prepareSearch>;
  readonly #outline: ReturnType<typeof prepareOutline>;
  /** the index file that is attached; it may come, go and be replaced at any time */
  #attached: string | null = null;
  /** the file that is not to be attached again */
  #released: string | null = null;

  /** Throws DatabaseError, or what SQLite throws, when the database cannot be read. */
  constructor(databasePath: string, indexPath: string) {
    this.#db = connect(databasePath, true);
    this.#indexPath = indexPath;
    this.#search = prepareSearch(this.#db);
    this.#outline = prepareOutline(this.#db);
  }

  /** @param checkCancelled throws when the search was cancelled; the error is passed on */
  search(request: SearchRequest, today: string | null, checkCancelled: () => void): z.infer<typeof SearchAnswer> {
    const params = { request, today, checkCancelled };
    try {
      this.#attach();
      return { page: this.#page(params, () => this.#indexStatus()), indexBroken: false };
    } catch (error) {
      // A database that cannot be read throws again without the index.
      if (!(error instanceof Database.SqliteError)) throw error;
      this.release();
      return { page: this.#page(params, () => ({ kind: 'missing' })), indexBroken: true };
    }
  }

  /** Needs no index. As `search`. */
  outline(request: OutlineSearch, checkCancelled: () => void): TransactionOutline {
    return this.#db.transaction(() => this.#outline(request, checkCancelled)).deferred();
  }

  /** Closes the index's file, so that another can take its place. */
  release(): void {
    this.#released = this.#attached ?? fileAt(this.#indexPath);
    this.#detach();
  }

  close(): void {
    this.#db.close();
  }

  /** Both files in one transaction, the index first: what is in it, is in the database too. */
  #page(
    params: { request: SearchRequest; today: string | null; checkCancelled: () => void },
    indexStatus: () => IndexStatus,
  ): TransactionPage {
    return this.#db
      .transaction(() => {
        const status = indexStatus();
        const index = status.kind === 'ready' ? status.index : null;
        const { search, ...page } = this.#search({ ...params, index });
        return search ? { ...page, search: { ...search, index: status.kind } } : page;
      })
      .deferred();
  }

  /** Outside of a transaction. Throws when the file is no database. */
  #attach(): void {
    const file = fileAt(this.#indexPath);
    if (file === this.#attached) return;
    this.#detach();
    if (file === null || file === this.#released) return;
    this.#db.prepare(`ATTACH ? AS ${attachedName}`).run(this.#indexPath);
    this.#attached = file;
  }

  #detach(): void {
    if (this.#attached !== null) this.#db.exec(`DETACH ${attachedName}`);
    this.#attached = null;
  }

  #indexStatus(): IndexStatus {
    if (this.#attached === null || !isCurrent(this.#db, attachedName)) return { kind: 'missing' };
    const state = readState(this.#db, attachedName);
    if (!state || !belongsTo(this.#db, state)) return { kind: 'missing' };
    const index = this.#unindexed(state);
    return index ? { kind: 'ready', index } : { kind: 'behind' };
  }

  #unindexed({ seq, filled, fillTo }: IndexState): UsableIndex | null {
    const head = Whole.parse(this.#db.prepare('SELECT head_seq FROM main.metadata').pluck().get());
    if (fillTo - filled + head - seq > maxBehind) return null;
    const rows = this.#db
      .prepare('SELECT rowid FROM main.transactions WHERE id IN (SELECT sale_id FROM main.events WHERE seq > ?)')
      .pluck()
      .all(seq);
    return { changed: z.array(Whole).parse(rows), unfilled: filled < fillTo ? [filled + 1, fillTo] : null };
  }
}

const Whole = z.int();

/** Tells files of the same name apart; null where there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev}-${found.ino}-${found.birthtimeNs}` : null;
}
