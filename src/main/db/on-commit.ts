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
