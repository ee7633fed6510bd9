import type { PriceChange } from '../../shared/domain/audit-log.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import type { prepareAppend } from './event-log/append.ts';

const entered = ['cost', 'sellingPrice', 'fee'] as const;
type Entered = Pick<CatalogueItem, 'productCode' | (typeof entered)[number]>;

/** What a person changed of a product's prices. @param was null: it was not there */
export const pricesChanged = (was: Entered | null, now: Entered): PriceChange[] =>
  entered
    .map((what) => ({ code: now.productCode, what, was: was?.[what] ?? null, now: now[what] }))
    .filter((change) => change.was !== change.now);

export type Priced = (changes: readonly PriceChange[], at: string, by: 'person' | 'provider') => void;

/** Writes prices that were changed together as one event, in the transaction that changes them; nothing when none was. */
export function preparePriced(append: ReturnType<typeof prepareAppend>): Priced {
  return (changes, at, by) => {
    if (changes.length === 0) return;
    const actor = by === 'person' ? 'supervisor' : 'provider';
    append(
      { type: 'catalogue.priced', at, actor, data: { prices: changes.map((each) => ({ ...each })) }, bodies: [] },
      null,
    );
  };
}
