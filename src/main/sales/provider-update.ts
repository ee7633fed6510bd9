import { withoutMailboxIds } from '../../shared/domain/callback-address.ts';
import { usableSn } from '../../shared/domain/sn.ts';
import type { Transaction, TransactionFlag } from '../../shared/domain/transaction.ts';
import { flagged } from './sale.ts';

/** What somebody says became of a sale that was sent. */
export interface ProviderUpdate {
  from: 'answer' | 'webhook';
  status: 'pending' | 'success' | 'failed';
  /** the provider's id, or null where a refusal gave none */
  transactionId: string | null;
  sn: string | null;
  message: string | null;
  price: number | null;
  /** in full, where the news give it (spec, Payment result) */
  customerName: string | null;
  refused: boolean;
  flags: TransactionFlag[];
}

/** What the news do to the sale as it stands. */
export interface Verdict {
  kind: 'applied' | 'disputed' | 'nothing_new';
  changes: Partial<Transaction>;
}

const nothingNew: Verdict = { kind: 'nothing_new', changes: {} };
const contradiction: Verdict = { kind: 'disputed', changes: { state: 'disputed', settledAt: null } };

/**
 * Weighs the news against what is known (spec, States and transitions: which state may follow which is not shown).
 * The first final stands; a different one disputes it and overwrites nothing; a late "pending" lowers nothing; what comes
 * later completes a success (its serial number, a bill's price and full name). What was odd is flagged in any case.
 */
export function reconcile(sale: Transaction, news: ProviderUpdate, at: string): Verdict {
  if (news.transactionId !== null && sale.transactionId !== null && news.transactionId !== sale.transactionId) {
    return disputed(sale, news);
  }
  return withFlags(sale, news, withId(sale, news, weighStatus(sale, news, at)));
}

/** What the news say cannot be true together with what is known: a person must look, and nothing is overwritten. */
export function disputed(sale: Transaction, news: ProviderUpdate): Verdict {
  return withFlags(sale, news, contradiction);
}

function weighStatus(sale: Transaction, news: ProviderUpdate, at: string): Verdict {
  switch (sale.state) {
    case 'sending':
    case 'pending':
    case 'unknown':
      return reconcileOpen(sale, news, at);
    case 'success':
      return weighSuccess(sale, news);
    case 'failed':
      return contradictsFailure(sale, news) ? contradiction : nothingNew;
    case 'unsent':
      return contradiction;
    case 'inquired':
    case 'expired':
      return news.status === 'success' ? contradiction : nothingNew;
    case 'disputed':
      return nothingNew;
  }
}

function reconcileOpen(sale: Transaction, news: ProviderUpdate, at: string): Verdict {
  // A refusal beside a webhook that already says the order was taken: the webhook's final will tell.
  if (news.refused && sale.state === 'pending') return nothingNew;
  if (news.status === 'pending' && sale.state === 'pending') return nothingNew;
  const succeeded = news.status === 'success';
  return applied({
    state: news.status,
    settledAt: news.status === 'pending' ? null : at,
    sn: succeeded ? usableSn(news.sn) : null,
    message: wordsOf(news) ?? sale.message,
    // What a failed payment calls its price was not taken from anybody.
    price: succeeded ? (news.price ?? sale.price) : (sale.price ?? news.price),
    customerName: fullName(sale, news),
    refused: news.refused,
  });
}

/** Every cashier reads the provider's words, and slips may hold them; word for word they stand in the log. */
const wordsOf = ({ message }: ProviderUpdate): string | null => withoutMailboxIds(message);

/** A late "pending" says nothing against a failure, unless the order was refused: then it was taken after all. */
function contradictsFailure(sale: Transaction, news: ProviderUpdate): boolean {
  return news.status === 'success' || (news.status === 'pending' && sale.refused);
}

function weighSuccess(sale: Transaction, news: ProviderUpdate): Verdict {
  if (news.status === 'failed') return contradiction;
  if (news.status === 'pending') return nothingNew;
  const sn = usableSn(news.sn);
  if (sn !== null && sale.sn !== null && sn !== sale.sn) return contradiction;
  const completed = {
    sn: sale.sn ?? sn,
    message: sale.sn === null && sn !== null ? (wordsOf(news) ?? sale.message) : sale.message,
    price: news.from === 'answer' ? (news.price ?? sale.price) : (sale.price ?? news.price),
    customerName: fullName(sale, news),
  };
  const isNew =
    completed.sn !== sale.sn || completed.price !== sale.price || completed.customerName !== sale.customerName;
  return isNew ? applied(completed) : nothingNew;
}

/** An inquiry's name is usually masked, that of a payment is whole (spec, Payment result). */
function fullName(sale: Transaction, news: ProviderUpdate): string | null {
  const told = news.customerName?.trim() ?? '';
  return news.status === 'success' && told !== '' ? told : sale.customerName;
}

/**
 * The first to say the provider's id is remembered, also by what contradicts all else that is known: else the same words could
 * be sent again about another sale, and nobody would know whose they are. An answer confirms what a webhook said. Where a sale
 * without an id has a serial number, a person noted it: a webhook that does not tell the same may tell another sale's id.
 */
function withId(sale: Transaction, news: ProviderUpdate, verdict: Verdict): Verdict {
  if (news.transactionId === null || (sale.transactionId !== null && sale.transactionIdFrom === 'answer'))
    return verdict;
  const unproven = sale.sn !== null && usableSn(news.sn) !== sale.sn;
  if (news.from === 'webhook' && (sale.transactionId !== null || unproven)) return verdict;
  const kind = verdict.kind === 'nothing_new' ? 'applied' : verdict.kind;
  return { kind, changes: { ...verdict.changes, transactionId: news.transactionId, transactionIdFrom: news.from } };
}

/** What was odd stays visible, whatever else the news do. */
function withFlags(sale: Transaction, news: ProviderUpdate, verdict: Verdict): Verdict {
  const flags = flagged(sale, ...news.flags);
  if (flags.length === sale.flags.length) return verdict;
  const kind = verdict.kind === 'nothing_new' ? 'applied' : verdict.kind;
  return { kind, changes: { ...verdict.changes, flags } };
}

function applied(changes: Partial<Transaction>): Verdict {
  return { kind: 'applied', changes };
}
