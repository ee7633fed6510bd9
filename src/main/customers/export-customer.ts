import type { ParkedSale } from '../../shared/contract/parking.ts';
import type { SaleEvent } from '../../shared/contract/transactions.ts';
import { groupThousands } from '../../shared/domain/money.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import type { PrintJob } from '../../shared/domain/print-job.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ParkedSales } from '../parking/index.ts';
import type { PrintJobRepository } from '../printing/index.ts';
import type { CustomerData } from './customer-data.ts';
import type { SavedCustomerEntry, SavedCustomers, SavedMember } from './saved-customers-repository.ts';
import type { ShopErasures } from './shop-erasures.ts';

/** Everything that is held on one customer. */
interface HeldOnCustomer {
  customerNo: string;
  shop: string;
  /** ISO 8601 UTC */
  at: string;
  sales: Array<{ sale: Transaction; events: SaleEvent[]; prints: PrintJob[] }>;
  /** the saved customer's entry, kept with consent */
  saved: SavedCustomerEntry[];
  /** as a member of groups of bills, kept with consent */
  groups: SavedMember[];
  /** provider messages that name the number and were not applied */
  webhooks: Array<{ seq: number; at: string; body: string }>;
  /** sales that were parked while they were typed */
  parked: ParkedSale[];
}

const maxPrints = 200;

export interface CustomerDatabase {
  readonly customers: CustomerData;
  readonly customerBook: SavedCustomers;
  readonly shopErasures: ShopErasures;
}

/** Exports everything that is held on a customer. Null where nothing is held. */
export async function exportCustomer(
  db: Pick<CustomerDatabase, 'customers' | 'customerBook'> &
    Pick<SalesStore, 'timeline'> & { readonly prints: Pick<PrintJobRepository, 'list'> },
  parkedSales: Pick<ParkedSales, 'ofCustomer'>,
  customerNo: string,
  { at, language, shop }: { at: string; language: Language; shop: string },
): Promise<{ name: string; text: string; json: string } | null> {
  const sales = await db.customers.salesOf(customerNo);
  const webhooks = await db.customers.webhooksOf(customerNo);
  const saved = await db.customerBook.ofNumber(customerNo);
  const groups = await db.customerBook.membersOf(customerNo);
  const parked = await parkedSales.ofCustomer(customerNo);
  if (sales.length + webhooks.length + saved.length + groups.length + parked.length === 0) return null;
  const held: HeldOnCustomer = {
    customerNo,
    shop,
    at,
    saved,
    groups,
    parked,
    sales: [],
    webhooks: webhooks.map(({ seq, at: receivedAt, body }) => ({ seq, at: receivedAt, body })),
  };
  for (const sale of sales) {
    held.sales.push({
      sale,
      events: await db.timeline(sale.id),
      prints: await db.prints.list({ saleId: sale.id, limit: maxPrints }),
    });
  }
  return {
    // The file name is visible to everybody who opens the folder, so it names no customer.
    name: `konter-customer-${at.slice(0, 10)}`,
    text: customerText(held, language),
    json: `${JSON.stringify(held, null, 2)}\n`,
  };
}

const labels = {
  id: {
    title: 'Data yang disimpan tentang satu pelanggan',
    shop: 'Toko',
    created: 'Dibuat',
    number: 'Nomor',
    sales: 'Penjualan',
    product: 'Produk',
    state: 'Keadaan',
    name: 'Nama',
    receipt: 'Nomor struk',
    provider: 'ID provider',
    message: 'Pesan provider',
    price: 'Modal',
    total: 'Dibayar pelanggan',
    bill: 'Tagihan',
    prints: 'Dicetak',
    history: 'Riwayat',
    erased: '(sudah dihapus)',
    book: 'Buku pelanggan',
    group: 'Kolektif',
    payer: 'Pembayar',
    note: 'Catatan',
    consent: 'Setuju disimpan',
    purge: 'Dihapus pada',
    webhooks: 'Pesan provider yang tidak dipakai',
    parked: 'Penjualan yang diparkir',
    copies:
      'Salinan cadangan menyimpan data yang sama. Struk yang sudah dicetak, dibagikan, atau diekspor ada di luar Konter.',
  },
  en: {
    title: 'What is held on one customer',
    shop: 'Shop',
    created: 'Made',
    number: 'Number',
    sales: 'Sales',
    product: 'Product',
    state: 'State',
    name: 'Name',
    receipt: 'Receipt number',
    provider: 'Provider’s ID',
    message: 'Provider’s message',
    price: 'Provider’s price',
    total: 'Paid by the customer',
    bill: 'Bill',
    prints: 'Printed',
    history: 'History',
    erased: '(erased)',
    book: 'Customer book',
    group: 'Group of bills',
    payer: 'Payer',
    note: 'Note',
    consent: 'Agreed to be kept',
    purge: 'Goes on',
    webhooks: 'Messages of the provider that were not applied',
    parked: 'Parked sales',
    copies: 'Backups hold the same. Slips that were printed, shared or exported are outside of Konter.',
  },
} as const;

/** The export as readable text: every sale with its amounts, and every stored message verbatim. */
function customerText(
  { customerNo, shop, at, saved, groups, sales, webhooks, parked }: HeldOnCustomer,
  language: Language,
): string {
  const say = labels[language];
  const lines = [say.title, `${say.shop}: ${shop}`, `${say.created}: ${at}`, `${say.number}: ${customerNo}`];
  lines.push('', `${say.sales}: ${sales.length}`);
  const line = (label: string, value: string | number | null): void => {
    if (value !== null) lines.push(`  ${label}: ${typeof value === 'number' ? `Rp${groupThousands(value)}` : value}`);
  };
  for (const entry of saved) {
    lines.push('', say.book);
    line(say.name, entry.name);
    line(say.note, entry.note);
    for (const { customerNo: no, label, productCode } of entry.numbers) {
      line(say.number, [no, label, productCode].filter(Boolean).join(', '));
    }
    line(say.consent, entry.consentBy === null ? null : `${entry.consentAt} (${entry.consentBy})`);
    line(say.purge, entry.purgeAt);
  }
  for (const member of groups) {
    lines.push('', `${say.group}: ${member.group}`);
    line(say.name, member.name);
    line(say.payer, member.payer === '' ? null : member.payer);
    line(say.number, `${member.customerNo}, ${member.productCode}`);
    line(say.consent, `${member.consentAt} (${member.consentBy})`);
    line(say.purge, member.purgeAt);
  }
  for (const { sale, events, prints } of sales) {
    lines.push('', `${sale.createdAt}  ${sale.id}`);
    line(say.product, [sale.productCode, sale.productName, sale.brand, sale.category].filter(Boolean).join(', '));
    line(say.state, sale.state);
    line(say.number, sale.customerNo);
    line(say.name, sale.customerName);
    line('SN', sale.sn);
    line(say.receipt, sale.receiptNo);
    line(say.provider, sale.transactionId);
    line(say.message, sale.message);
    line(say.price, sale.price);
    line(say.total, sale.total);
    for (const { period, billValue } of sale.bill?.details ?? []) line(`${say.bill} ${period}`, billValue);
    for (const { createdAt, printer, state } of prints) line(say.prints, `${createdAt} ${printer} ${state}`);
    lines.push(`  ${say.history}:`);
    for (const { at: then, type, actor, bodies } of events) {
      lines.push(`    ${then} ${type} (${actor})`);
      // Snapshots repeat the sale; they are in the JSON file.
      for (const { role, text } of bodies) if (role !== 'snapshot') lines.push(`      ${role}: ${text ?? say.erased}`);
    }
  }
  if (webhooks.length > 0) lines.push('', `${say.webhooks}: ${webhooks.length}`);
  for (const { at: then, body } of webhooks) lines.push(`  ${then}: ${body}`);
  if (parked.length > 0) lines.push('', `${say.parked}: ${parked.length}`);
  for (const { parkedAt, draft } of parked) lines.push(`  ${parkedAt}: ${draft.productCode} ${draft.text}`.trimEnd());
  lines.push('', say.copies, '');
  return lines.join('\n');
}
