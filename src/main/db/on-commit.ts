import { statSync } from 'node:fs';
import { DatabaseError } from './database-error.ts';
import type { Change, CommitOutcome, SalesStore } from './sales-store.ts';

/** What follows or guards the commits of a store. None of it runs inside the transaction. */
export interface CommitListener {
  /** before the commit: the change as it is to be written; what it throws keeps the change from being written */
  before?(change: Change): Change;
  /** the commit failed: whether it is worth one more attempt at once */
  retry?(change: Change, error: unknown): boolean;
  committed?(change: Change, outcome: Extract<CommitOutcome, { kind: 'committed' }>): void;
  productSaved?(productCode: string): void;
}

/** The store with its listeners, asked in their order. A listener's `committed` and `productSaved` must not throw. */
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
    async saveProduct(product, at, sellingPrice) {
      await store.saveProduct(product, at, sellingPrice);
      for (const listener of listeners) listener.productSaved?.(product.productCode);
    },
  };
}

/**
 * Begins no sale once the database's files are gone or others stand under their names: somebody tidied up, or a program that keeps
 * folders alike put another copy there. SQLite goes on writing into files that nobody can find again, so the intent of a sale would be
 * forgotten at the next start. Windows does not let anybody move an open file.
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

/** Tells one file from another under the same name, as SQLite itself does; null where there is none. */
function fileUnder(path: string): bigint | null {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}
