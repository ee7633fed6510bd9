import Database from 'better-sqlite3';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { connect } from '../db/open-database.ts';
import { AttachedIndex, type IndexFound } from './index/attached.ts';
import { prepareOutline } from './outline.ts';
import { prepareSearch } from './search.ts';
import type { SearchAsk } from './search-ask.ts';

export interface ReaderAnswer {
  page: TransactionPage;
  /** the index's file is damaged; it was let go of, and is not touched again until another takes its place */
  indexBroken: boolean;
}

/** Searches a journal through a connection that only reads, with the index where that is there and good. */
export class Reader {
  readonly #db: Database.Database;
  readonly #index: AttachedIndex;
  readonly #search: ReturnType<typeof prepareSearch>;
  readonly #outline: ReturnType<typeof prepareOutline>;

  /** Throws DatabaseError, or what SQLite throws, when the journal cannot be read. */
  constructor(journalPath: string, indexPath: string) {
    this.#db = connect(journalPath, true);
    this.#index = new AttachedIndex(this.#db, indexPath);
    this.#search = prepareSearch(this.#db);
    this.#outline = prepareOutline(this.#db);
  }

  /** @param stillWanted throws when nobody waits for the answer any more; what it throws comes out here */
  search(ask: SearchAsk, today: string | null, stillWanted: () => void): ReaderAnswer {
    const question = { ask, today, stillWanted };
    try {
      this.#index.attach();
      const page = this.#atOnce(question, () => this.#index.look());
      return { page, indexBroken: false };
    } catch (thrown) {
      // A journal that cannot be read will say so again without the index.
      if (!(thrown instanceof Database.SqliteError)) throw thrown;
      this.#index.shun();
      return { page: this.#atOnce(question, () => ({ kind: 'missing' })), indexBroken: true };
    }
  }

  /** Needs no index of ours. As `search`. */
  outline(ask: OutlineSearch, stillWanted: () => void): TransactionOutline {
    return this.#db.transaction(() => this.#outline(ask, stillWanted)).deferred();
  }

  /** Lets go of the index, so that another can take its place. */
  release(): void {
    this.#index.forgive();
  }

  close(): void {
    this.#db.close();
  }

  /** One moment of both files, the index's first: what it has in it, the journal has too. */
  #atOnce(
    question: { ask: SearchAsk; today: string | null; stillWanted: () => void },
    look: () => IndexFound,
  ): TransactionPage {
    return this.#db
      .transaction(() => {
        const found = look();
        const { search, ...page } = this.#search({ ...question, index: found.kind === 'ready' ? found.index : null });
        return search ? { ...page, search: { ...search, index: found.kind } } : page;
      })
      .deferred();
  }
}
