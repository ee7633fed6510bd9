import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type Books, entryOf, type Invariant, type Taken } from '../world/books.ts';
import { markOf } from '../world/key-book.ts';
import { finalsAbout } from './finals-about.ts';

/**
 * (d) Once the network heals, every order of which the relay has taken a final webhook that is right (and has not dropped it
 * before it was read) is success, failed or disputed, its answer lost or not. Where all such webhooks say the same, nobody
 * else has posted to its address, the provider said nothing else in its answer, and no person has decided, it is exactly what
 * they say.
 *
 * So long as the counter has the key that signed them, when it receives them or at a start after that. Those of another key are
 * quarantined as unverified and do nothing, and the order stays pending or unknown; so do those that name another product than the
 * sale has, unless the order's answer has tied their id to it; and so do those of an order whose answer was lost, where a person
 * settled another of its product and number whose id is not certainly its own, or one came back from its claim and may have been sent
 * by a lost journal: they may be about that one. That such a webhook is
 * in the journal is (e), that it does nothing is (c). Where a stranger, or a provider with one address for all, has given a webhook with the order's id the address of
 * another of its product and number, nobody can say whose that id is: the order may stay unknown or become disputed, for a
 * person to decide, and nothing else.
 *
 * A sale whose clear answer came to the counter after the time was up is not unknown, where that process still runs.
 */
export const finalInTheEnd: Invariant = {
  rest: (_step, books) => notFinal(books) ?? deaf(books),
  end: (_step, books) => notFinal(books),
};

/** A clear answer that came after the time was up counts, also where no webhook follows: a bill has no other word. */
function deaf({ sent, sales }: Books): string | null {
  for (const { saleId, answeredLate } of sent) {
    if (answeredLate?.() === true && sales.get(saleId)?.state === 'unknown') {
      return 'a clear answer came after the time was up, and the sale is still unknown';
    }
  }
  return null;
}

function notFinal(books: Books): string | null {
  for (const sale of books.sales.values()) {
    const finals = finalsAbout(books, sale).filter(
      ({ taken }) => !isGone(books, taken) && !books.keys.unapplied.has(markOf(taken)),
    );
    const [first] = finals;
    if (!first) continue;
    const { state } = sale;
    if (state === 'unknown' && mayBeAnothers(books, sale)) continue;
    if ((state === 'unknown' || state === 'disputed') && wentAstray(books, sale)) continue;
    if (state !== 'success' && state !== 'failed' && state !== 'disputed') {
      return `the relay took "${first.status}" for an order, and it is still ${state}`;
    }
    const agreed = finals.every(({ status }) => status === first.status) && isPlain(books, sale.id);
    if (agreed && !sale.flags.includes('resolved_by_hand') && state !== first.status) {
      return `all that was ever said of an order is "${first.status}", and it is ${state}`;
    }
  }
  return null;
}

/** The relay has dropped or lost it before it was read. */
function isGone({ dropped, lost }: Books, { ref, body }: Taken): boolean {
  const name = `${ref} ${body}`;
  return dropped.has(name) || lost.has(name);
}

/** A stranger, or a provider with one address for all, has given a webhook with its id the address of another sale of its product and number. */
function wentAstray(books: Books, sale: Transaction): boolean {
  const id = entryOf(books, sale)?.transaction_id;
  return books.taken.some(({ ref, body }) => {
    const other = ref === null || ref === sale.id ? undefined : books.sales.get(ref);
    const alike = other?.productCode === sale.productCode && other.customerNo === sale.customerNo;
    return alike && isAbout(body, id);
  });
}

function mayBeAnothers(books: Books, sale: Transaction): boolean {
  return (
    sale.transactionId === null &&
    [...books.sales.values()].some(
      (other) =>
        other.id !== sale.id &&
        other.productCode === sale.productCode &&
        other.customerNo === sale.customerNo &&
        (other.flags.includes('resolved_by_hand') || isFromClaim(books, other)) &&
        other.transactionIdFrom !== 'answer' &&
        (other.transactionId === null || other.state === 'disputed' || !isItsOwn(books, other, sale)),
    )
  );
}

const isFromClaim = (books: Books, { id }: Transaction): boolean =>
  books.written.some(({ saleId, type }) => saleId === id && type === 'sale.recovered_from_claim');

/**
 * Whether the id of a sale that a person settled is its own: it came with the serial number that stands there, or was reported before
 * the sale that is asked about was begun.
 */
function isItsOwn(books: Books, sale: Transaction, inquiry: Transaction): boolean {
  const story = books.written.filter(({ saleId }) => saleId === sale.id);
  const numbers = story.flatMap(({ type, webhook }) => {
    const payload =
      webhook === null || type === 'webhook.quarantined' ? {} : (JSON.parse(webhook) as Record<string, unknown>);
    return payload['transaction_id'] === sale.transactionId && String(payload['sn']).length > 1 ? [payload['sn']] : [];
  });
  if (sale.sn !== null && numbers.length > 0) return numbers.includes(sale.sn);
  const begun = books.written.find(({ saleId }) => saleId === inquiry.id)?.seq ?? 0;
  return story.some(
    ({ seq, type }) => seq < begun && (type === 'webhook.applied' || type === 'sale.created_from_webhook'),
  );
}

/** Nothing but the truth was said of it: no refusal beside it, one final in the book, nobody else's webhooks. */
function isPlain(books: Books, saleId: string): boolean {
  const entry = books.ledger.find(({ callback_url }) => callback_url?.endsWith(`/${saleId}`));
  const finals = new Set(entry?.history.map(({ status }) => status).filter((status) => status !== 'pending'));
  const refused = books.sent.some((one) => one.saleId === saleId && one.refused);
  const deliveries = books.taken.filter(({ ref }) => ref === saleId);
  return (
    finals.size === 1 &&
    !refused &&
    !books.meddledWith.has(saleId) &&
    deliveries.every(({ body }) => isAbout(body, entry?.transaction_id))
  );
}

function isAbout(body: string, transactionId: string | undefined): boolean {
  return (JSON.parse(body) as Record<string, unknown>)['transaction_id'] === transactionId;
}
