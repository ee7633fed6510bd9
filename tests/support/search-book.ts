import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { Transaction, TransactionState } from '../../src/shared/domain/transaction.ts';
import { amended, begin, order, sold, stored } from './sale-changes.ts';

const names = ['BUDI CONTOH', "SITI O'AMINAH", 'JOSÉ Ñandú', 'AGUS 100% HALAL', 'X_Y', 'Rp LIMA', 'GAGAL SUKSES', null];
const products = [
  { productCode: 'TSEL10', productName: 'Telkomsel 10.000', brand: 'TELKOMSEL', category: 'Pulsa' },
  { productCode: 'TSEL20', productName: 'Telkomsel 20.000', brand: 'TELKOMSEL', category: 'Pulsa' },
  { productCode: 'PLN20', productName: 'Token PLN 20.000', brand: 'PLN', category: 'Token Listrik' },
  { productCode: 'XL5', productName: 'XL 5rb', brand: 'XL', category: 'Pulsa' },
  { productCode: 'DATA1', productName: null, brand: null, category: null },
];
const bills = [
  { productCode: 'PLNPOST', productName: 'Tagihan PLN', brand: 'PLN', category: 'Tagihan Listrik' },
  { productCode: 'PDAM1', productName: 'PDAM Kota', brand: 'PDAM', category: 'PDAM' },
];
const states: readonly TransactionState[] = ['pending', 'unknown', 'failed', 'sending', 'unsent', 'disputed'];
const start = Date.parse('2026-02-20T20:00:00.000Z');
const hour = 3_600_000;

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** The nth sale of a small shop, always the same; the clock was wrong for a while. */
export function searchedSale(n: number): Transaction {
  const bill = n % 4 === 3;
  const wrongClock = n % 97 > 90 ? 40 * 24 * hour : n % 53 === 7 ? -9 * hour : 0;
  const createdAt = new Date(start + n * 0.6 * hour + wrongClock).toISOString();
  return order(n, {
    ...(bill ? pick(bills, n >> 2) : pick(products, n * 7)),
    kind: bill ? 'postpaid' : 'prepaid',
    customerNo: `${pick(['0812', '0857', '6281', '5300'], n * 5)}${String((n * 7919) % 100_000_000).padStart(8, '0')}`,
    customerName: bill ? pick(names, n >> 2) : null,
    total: pick([12_000, 22_000, 20_000, 52_500], n * 3),
    price: pick([10_275, 20_150, null], n),
    day: new Date(Date.parse(createdAt) + 7 * hour).toISOString().slice(0, 10),
    createdAt,
  });
}

/** Writes sales from..to; most of them with an answer, an id and a serial number, some left in every other state. */
export async function writeSearchBook(journal: ShopDatabase, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const transactionId = `TRX-${n % 13}-${(n * 104_729) % 1_000_000}`;
    const answered = { transactionId, transactionIdFrom: 'answer' } as const;
    const sale = { ...searchedSale(n), ...answered };
    if (n % 9 === 4) {
      await stored(journal, begin({ ...sale, state: pick(states, n) }));
      continue;
    }
    const digits = String(n * 1_000_003).padStart(20, '3');
    const sn = n % 3 === 0 ? (digits.match(/\d{4}/g) ?? []).join('-') : `0${digits.slice(0, 15)}`;
    const done = await sold(journal, sale, { sn: `${sn}${n % 6 === 0 ? '/BUDI/R1M/900VA' : ''}` });
    if (n % 50 === 1) await stored(journal, amended(done, { sn: `KEMBALI${n}` }));
  }
}
