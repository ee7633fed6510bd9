import type Database from 'better-sqlite3';
import { z } from 'zod';
import { erasedNo } from '../../shared/domain/erasure.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { jsonText, statement } from '../db/statements.ts';
import { byteOrderMark, type Cell, csvLines } from '../files/index.ts';

/** One customer whose data the counter holds. */
export interface AffectedCustomer {
  /** null: a name alone is held, of somebody who owes the shop */
  customerNo: string | null;
  names: string[];
  sales: number;
  /** of the last sale; null: there is none */
  lastAt: string | null;
  /** they agreed to be remembered, in the customer book or a group */
  isSaved: boolean;
}

/** What one place of the database holds of a customer. */
const Held = z.object({
  key: z.string(),
  customerNo: z.string().nullable(),
  names: jsonText.pipe(z.array(z.string())),
  sales: z.int(),
  lastAt: z.string().nullable(),
});
type Held = z.infer<typeof Held>;

export interface HeldPage {
  held: Held[];
  /** where the next page starts; null on the last */
  next: number | null;
}

/** They take some tenths of a second, which a sale meanwhile waits for. A sale is never removed, so its rowid stays. */
const salesPerPage = 20_000;

const names = (column: string): string => `json_group_array(DISTINCT ${column}) FILTER (WHERE ${column} <> '')`;

/** What is held of customers: by their sales, oldest first, a page at a time, and on the first page by the customer book and the groups. */
export function prepareHeldPages(db: Database.Database, perPage = salesPerPage): (after: number) => HeldPage {
  const saved = statement(
    db,
    `SELECT coalesce(n.customer_key, 'entry ' || c.id) AS key, n.customer_no AS customerNo, json_array(c.name) AS names, 0 AS sales,
       NULL AS lastAt
     FROM customers c LEFT JOIN customer_numbers n ON n.customer_id = c.id
     UNION ALL SELECT customer_key, max(customer_no), ${names('name')}, 0, NULL FROM bill_group_members GROUP BY customer_key`,
  );
  const sold = statement(
    db,
    `SELECT customer_key AS key, max(customer_no) AS customerNo, ${names('customer_name')} AS names, count(*) AS sales,
       max(created_at) AS lastAt
     FROM transactions WHERE rowid > @after AND rowid <= @to AND customer_no <> '${erasedNo}' GROUP BY customer_key`,
  );
  const newest = statement(db, 'SELECT coalesce(max(rowid), 0) FROM transactions');
  return (after) => {
    const to = after + perPage;
    const rows = [...(after === 0 ? saved().all() : []), ...sold().all({ after, to })];
    return { held: z.array(Held).parse(rows), next: z.int().parse(newest().pluck().get()) > to ? to : null };
  };
}

/** Everybody whose number or name is in the database, the last seen first: who would be affected if a copy of it got into other hands. */
export async function readAffected(heldPage: (after: number) => Promise<HeldPage>): Promise<AffectedCustomer[]> {
  const byKey = new Map<string, AffectedCustomer>();
  for (let after: number | null = 0; after !== null; ) {
    const { held, next }: HeldPage = await heldPage(after);
    for (const { key, ...read } of held) {
      const before = byKey.get(key) ?? { customerNo: null, names: [], sales: 0, lastAt: null, isSaved: false };
      byKey.set(key, {
        customerNo: before.customerNo ?? read.customerNo,
        names: [...new Set([...before.names, ...read.names])],
        sales: before.sales + read.sales,
        lastAt: read.lastAt ?? before.lastAt,
        isSaved: before.isSaved || read.sales === 0,
      });
    }
    after = next;
  }
  return [...byKey.values()].toSorted((one, other) => ((one.lastAt ?? '') < (other.lastAt ?? '') ? 1 : -1));
}

const heads = {
  id: ['Nomor', 'Nama', 'Transaksi', 'Terakhir', 'Tersimpan dengan izin'],
  en: ['Number', 'Name', 'Sales', 'Last seen', 'Saved with consent'],
} as const satisfies Record<Language, readonly string[]>;
const yes = { id: 'ya', en: 'yes' } as const;

/** Them as a CSV file, by which each of them is notified. */
export function affectedCsv(customers: readonly AffectedCustomer[], language: Language): string {
  const rows = customers.map(({ customerNo, names: all, sales, lastAt, isSaved }): Cell[] => [
    customerNo,
    all.join(', '),
    sales,
    lastAt?.slice(0, 10) ?? null,
    isSaved ? yes[language] : null,
  ]);
  return byteOrderMark + csvLines([heads[language], ...rows], 'semicolon');
}

interface NoticeFacts {
  shop: { name: string; phone: string };
  count: number;
}

/** A draft to those affected and to the authority, with what the law on personal data (UU 27/2022) wants in it. Brackets are filled by hand. */
export const breachNotice: Readonly<Record<Language, (facts: NoticeFacts) => string>> = {
  id: ({ shop, count }) =>
    `DRAF: PEMBERITAHUAN DATA PRIBADI YANG TERUNGKAP

Paling lambat 3 x 24 jam sejak diketahui (UU 27/2022), kepada pelanggan yang terdampak dan kepada lembaga
yang berwenang. Isi bagian dalam kurung siku.

Dari: ${[shop.name || '[nama toko]', shop.phone].join(' ').trim()}
Tanggal: [tanggal]

Pada [tanggal dan jam] kami mengetahui bahwa data pelanggan kami jatuh ke tangan pihak lain:
[apa yang terjadi dan sejak kapan, misalnya komputer konter dicuri].

Data yang terungkap, dari ${count} pelanggan: nomor HP, meter atau pelanggan; nama bila ada; produk, jumlah
dan waktu transaksi; nomor seri atau token. Kami tidak menyimpan PIN, OTP atau kata sandi Anda.

Yang sudah kami lakukan: [kunci dan PIN diganti, laporan polisi nomor ...].
Yang akan kami lakukan: [...].

Yang dapat Anda lakukan: jangan beri OTP atau PIN kepada siapa pun, juga yang mengaku dari toko kami.
Pertanyaan: ${shop.phone === '' ? '[nomor telepon]' : shop.phone}
`,
  en: ({ shop, count }) =>
    `DRAFT: NOTICE OF DISCLOSED PERSONAL DATA

Within 3 x 24 hours of learning of it (UU 27/2022), to the customers affected and to the competent authority.
Fill in what is in brackets.

From: ${[shop.name || '[name of the shop]', shop.phone].join(' ').trim()}
Date: [date]

On [day and time] we learnt that data of our customers came into other hands:
[what happened and since when, for example: the counter's computer was stolen].

Data disclosed, of ${count} customers: number of phone, meter or customer; the name where there is one; product,
amount and time of sales; serial number or token. We keep no PIN, OTP or password of yours.

What we have done: [keys and PINs changed, police report number ...].
What we will do: [...].

What you can do: give no OTP or PIN to anybody, also to those who say that they are from our shop.
Questions: ${shop.phone === '' ? '[phone number]' : shop.phone}
`,
};
