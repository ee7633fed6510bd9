import type { Transaction } from '../../shared/domain/transaction.ts';
import { maxClaimSealed } from '../../shared/wire/shop.ts';
import { createSealing, type Sealing } from '../base/sealing.ts';
import type { Random } from '../base/system.ts';
import { readSnapshot, writeSnapshot } from '../db/snapshot.ts';
import type { ShopKey } from './shop-key.ts';

/** The sale in a claim, sealed for its own counter: should the journal be lost, the sale is known all the same. */
export interface ClaimedSales {
  /** As base64; undefined: too large to be carried. */
  seal(key: ShopKey, sale: Transaction): string | undefined;
  /** Null: sealed with another key, for another counter or claim, or changed. */
  open(key: ShopKey, id: string, sealed: string): Transaction | null;
}

/** Sealed in two steps of the padding, it fits into maxClaimSealed. */
const maxPlainBytes = 8000;

/** @param mailbox the counter's, as the relay names it */
export function claimedSales(mailbox: string, random: Random): ClaimedSales {
  const sealing = (key: ShopKey): Sealing => createSealing(key.derive('log'), mailbox, random);
  return {
    seal(key, sale) {
      // The periods of a bill are many, and an inquiry brings them again.
      const plain = [sale, { ...sale, bill: null, message: null }]
        .map(writeSnapshot)
        .find(({ length }) => length <= maxPlainBytes);
      const sealed = plain && Buffer.from(sealing(key).seal(['claim', sale.id], plain)).toString('base64');
      return sealed !== undefined && sealed.length <= maxClaimSealed ? sealed : undefined;
    },
    open(key, id, sealed) {
      const plain = sealing(key).open(['claim', id], Buffer.from(sealed, 'base64'));
      const sale = plain && readSnapshot(plain);
      return sale?.id === id ? sale : null;
    },
  };
}
