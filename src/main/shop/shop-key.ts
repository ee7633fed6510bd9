import { createHmac, hkdfSync } from 'node:crypto';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { maxClaimSealed, ShopKeyText } from '../../shared/wire/shop.ts';
import { createSealing, type Sealing } from '../base/sealing.ts';
import type { Random } from '../base/system.ts';
import { customerKey } from '../db/sale-rows.ts';
import { readSnapshot, writeSnapshot } from '../db/snapshot.ts';

/** What the counters of a shop share and the relay never has. Nothing of it is shown or logged but its id. */
export interface ShopKey {
  /** names the key and reveals nothing of it */
  id: string;
  /** another key of 32 bytes, from which this one cannot be learnt. @param purpose names it */
  derive(purpose: string): Uint8Array;
  /** by which the relay compares sales: two of one product and number have the same, at every counter */
  digests(sale: Pick<Transaction, 'productCode' | 'customerNo'>): SaleDigests;
  /** in their place for a sale whose number is not known any more: equal to no other's */
  blindDigests(saleId: string): SaleDigests;
}

interface SaleDigests {
  product: string;
  number: string;
}

export const shopKeyBytes = 32;

/** Of an erased customer's number, by which the other counters find their own. @param key what the shop key derives for `erasure` */
export const erasureDigest = (key: Uint8Array, customerNo: string): string =>
  createHmac('sha256', key).update(customerKey(customerNo)).digest('hex');

/** @returns null where the text is no shop key */
export function readShopKey(text: string): ShopKey | null {
  const bytes = ShopKeyText.safeParse(text).success ? Buffer.from(text, 'base64url') : null;
  if (bytes?.length !== shopKeyBytes) return null;
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, '', `konter shop ${purpose}`, shopKeyBytes));
  const digestKey = derived('digests');
  // As JSON no part can run into the next one, and the first part distinguishes one kind of digest from the others.
  const digest = (...parts: string[]): string =>
    createHmac('sha256', digestKey).update(JSON.stringify(parts)).digest('hex');
  const keys = new Map<string, Buffer>();
  return {
    derive(purpose) {
      const key = keys.get(purpose) ?? derived(`key ${purpose}`);
      keys.set(purpose, key);
      return key;
    },
    id: derived('id').toString('hex').slice(0, 16),
    digests({ productCode, customerNo }) {
      const number = customerKey(customerNo);
      // The capitals that the journal's NOCASE takes for equal.
      const product = productCode.replace(/[a-z]/g, (letter) => letter.toUpperCase());
      return { product: digest('product and number', product, number), number: digest('number', number) };
    },
    blindDigests: (saleId) => ({ product: digest('blind product', saleId), number: digest('blind number', saleId) }),
  };
}

/** A new key as text, from strong randomness. */
export const newShopKey = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

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
