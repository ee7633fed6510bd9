import { join } from 'node:path';
import type { OutlineSearch, TransactionOutline, TransactionPage } from '../../shared/contract/transactions.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { lazy } from '../db/statements.ts';
import { searchHandlers } from './api.ts';
import { outlineOf, prepareSearch, type SearchRequest } from './search.ts';
import { type SearchService, ThreadedSearch } from './search-service.ts';

type Handlers = Parameters<typeof searchHandlers>;
export interface Deps {
  runtime(): { searchService: SearchService };
  settings: Handlers[1];
  clock: Handlers[2];
}

/** Search on the seller's connection: for tests and commands, and for the index's own checks. */
export interface SearchTables {
  /** @param today the shop's day, YYYY-MM-DD; absent: words for days are plain text */
  search(request: SearchRequest, today?: string): Promise<TransactionPage>;
  /** @param checkCancelled throws when the caller no longer waits; the error goes to the caller */
  outline(request: OutlineSearch, checkCancelled?: () => void): Promise<TransactionOutline>;
}

export const searchFeature = defineFeature({
  tables({ db, read }: DatabaseParts): SearchTables {
    const search = lazy(() => prepareSearch(db));
    return {
      search: (request, today) => read(() => search()({ request, today: today ?? null })),
      outline: (request, checkCancelled = () => undefined) => read(() => outlineOf([db], request, checkCancelled)),
    };
  },
  listener: ({ events }: ModeContext) => ({ committed: () => events.emit('committed') }),
  open({
    system,
    db,
    folder,
    journalPath,
    events,
    log,
    onClose,
  }: ModeContext & { db: ConstructorParameters<typeof ThreadedSearch>[0]['db'] }) {
    const searchService = new ThreadedSearch({
      system,
      db,
      files: [{ database: journalPath, index: join(folder, 'search.db') }],
      failed: (message) => log.warn('the search index failed', { message }),
    });
    events.on('committed', () => searchService.committed());
    onClose(() => searchService.close());
    return { searchService };
  },
  handlers: ({ runtime, settings, clock }: Deps) => searchHandlers(() => runtime().searchService, settings, clock),
});
