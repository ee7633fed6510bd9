import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import type { LedgerEntry } from '../../../src/simulator/core/ledger.ts';
import { type Books, entryOf, type Invariant } from '../world/books.ts';
import { trusts } from '../world/key-book.ts';
import { namesProductOf, plainName } from './about-the-product.ts';
import { finalsAbout } from './finals-about.ts';

/**
 * (c) At the commit that makes a sale a success, the provider's book has it as success or has had it so before; the serial
 * number is one that the provider gave it. At the commit that makes it failed, the provider's book has it as failed or has
 * had it so, or has nothing of it, or the provider's own answer was a refusal (a provider that refuses and acts all the same
 * lies in a way that nobody can see at that time). A provider that changes its mind later makes the sale `disputed`: at
 * rest, no sale is success or failed while a webhook of the other outcome stands in its story, unless a person has settled
 * that afterwards, which is judged by the same book.
 *
 * Nothing is taken from a webhook that does not prove to be the provider's, or not to be about that sale: it does something to
 * a sale only where a key has signed it that the counter trusted when it last looked, and it names the sale's product (as the shop
 * does, or as an earlier webhook did that an answer's id tied to an order of it) or has the id by which the sale was known before.
 */
export const outcomesAreTrue: Invariant = {
  committed: ({ before, change: { event }, outcome: { sale } }, books) => {
    if (!sale) return null;
    if (event.type === 'webhook.applied' || event.type === 'webhook.disputed') {
      const unproven = whyUnproven(books, before);
      if (unproven !== null) return unproven;
    }
    if (sale.state !== before?.state || sale.sn !== before.sn) return untrue(books, sale);
    return null;
  },
  rest: (_step, books) => contradicted(books),
  end: (_step, books) => contradicted(books),
};

/** Of the webhook that was written last. */
function whyUnproven({ written, keys }: Books, before: Transaction | null): string | null {
  const last = written.at(-1);
  if (!last || last.webhook === null || !before) return null;
  const { signature, quarantined } = last.data;
  // What was quarantined before the order's answer came was found to be signed then.
  const aside = signature === undefined ? written.find(({ seq }) => seq === quarantined) : null;
  const signed = aside
    ? aside.data['reason'] !== 'bad_signature'
    : typeof signature === 'string' && trusts(keys, { signature, body: last.webhook });
  if (!signed) return 'a webhook does something to a sale, and no key that the counter has to trust has signed it';
  const payload = JSON.parse(last.webhook) as Record<string, unknown>;
  if (namesProductOf(before, payload) || before.transactionId === payload['transaction_id']) return null;
  if (spelledBefore(written, before, payload)) return null;
  return 'a webhook that names another product does something to a sale, and nothing else ties it to that';
}

/** Whether a webhook taught that name for the same product before, and for no other one. */
function spelledBefore(written: Books['written'], sale: Transaction, payload: Record<string, unknown>): boolean {
  const name = plainName(payload['product_name']);
  const plainCode = sale.productCode.toUpperCase();
  const code = payload['product_code'];
  if (typeof code === 'string' && plainName(code) !== plainCode) return false;
  const taught = written.slice(0, -1).filter(({ data }) => data['spelling'] === name);
  return taught.length > 0 && taught.every(({ taughtFor }) => taughtFor?.toUpperCase() === plainCode);
}

function untrue(books: Books, sale: Transaction): string | null {
  const entry = entryOf(books, sale);
  const hadIt = (status: LedgerEntry['status']): boolean =>
    entry?.history.some((one) => one.status === status) ?? false;
  if (sale.state === 'success') {
    if (!hadIt('success')) return `a sale is a success here, and at the provider it is ${entry?.status ?? 'absent'}`;
    if (sale.sn !== null && !entry?.history.some(({ sn }) => sn === sale.sn))
      return 'the serial number was never given by the provider';
  }
  if (sale.state === 'failed' && entry && entry.acted > 0 && !hadIt('failed')) {
    const refused = sale.refused && books.sent.some((one) => one.saleId === sale.id && one.refused);
    if (!refused) return `a sale has failed here, and at the provider it is ${entry.status}`;
  }
  return null;
}

function contradicted(books: Books): string | null {
  for (const sale of books.sales.values()) {
    if (sale.state !== 'success' && sale.state !== 'failed') continue;
    const decided =
      books.written.findLast(({ saleId, type }) => saleId === sale.id && type.startsWith('sale.manually_'))?.seq ?? 0;
    const other = finalsAbout(books, sale).find(
      ({ status, appliedAt }) => appliedAt !== null && appliedAt > decided && status !== sale.state,
    );
    if (other) return `a sale is ${sale.state} and undisputed, though a webhook said ${other.status}`;
  }
  return null;
}
