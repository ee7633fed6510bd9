import { statSync } from 'node:fs';
import { DatabaseError } from './database-error.ts';
import type { Change, CommitOutcome, SalesStore } from './sales-store.ts';

/** Follows or guards the commits of a store, outside the transaction. */
export interface CommitListener {
  /** before the commit, with the change to be written; an exception cancels it */
  before?(change: Change): Change;
  /** the commit failed: answers whether to try once more at once */
  retry?(change: Change, error: unknown): boolean;
  committed?(change: Change, outcome: Extract<CommitOutcome, { kind: 'committed' }>): void;
  productSaved?(productCode: string): void;
}

/** The store with its listeners, called in their order. A listener's `committed` and `productSaved` must not throw. */
export function onCommit<Store extends SalesStore>(store: Store, listeners: readonly CommitListener[]): Store {
  return {
    ...store,
    async commit(asked) {
      const change = listeners.reduce((change, listener) => listener.before?.(change) ?? change, asked);
      const outcome = await store.commit(change).catch((error: unknown) => {
        if (listeners.some((listener) => listener.retry?.(change, error))) return store.commit(change);
        throw error;
      });
      if (outcome.kind === 'committed') for (const listener of listeners) listener.committed?.(change, outcome);
      return outcome;
    },
    async commitAll(asked) {
      const changes = asked.map((each) => listeners.reduce((change, { before }) => before?.(change) ?? change, each));
      const outcomes = await store.commitAll(changes);
      for (const [at, outcome] of outcomes.entries()) {
        const change = changes[at];
        if (outcome.kind !== 'committed' || !change) continue;
        for (const listener of listeners) listener.committed?.(change, outcome);
      }
      return outcomes;
    },
    async saveProduct(product, at, sellingPrice) {
      await store.saveProduct(product, at, sellingPrice);
      for (const listener of listeners) listener.productSaved?.(product.productCode);
    },
  };
}

/**
 * Refuses new sales once the database's files were deleted or replaced, by a person or a sync program. SQLite keeps writing to
 * the old files, which nobody can find again, so the intent of a sale would be lost at the next start. Windows does not let
 * anybody move an open file.
 * @param path of the database that was just opened
 */
export function fileGuard(path: string): CommitListener {
  if (process.platform === 'win32') return {};
  const paths = [path, `${path}-wal`];
  const opened = paths.map(fileUnder);
  const inPlace = (): boolean => paths.every((each, at) => fileUnder(each) === opened[at]);
  return {
    before(change) {
      if (change.event.type === 'sale.submitted' && !inPlace()) {
        throw new DatabaseError('other', 'the database is not where it was opened');
      }
      return change;
    },
  };
}

/** The identity of a file, as SQLite itself compares it; null where there is none. */
function fileUnder(path: string): bigint | null {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}
