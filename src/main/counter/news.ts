import { usableSn } from '../../shared/domain/sn.ts';
import type { TransactionState } from '../../shared/domain/state.ts';
import type { Transaction, TransactionFlag } from '../../shared/domain/transaction.ts';
import { flagged } from './sale.ts';

/** What somebody says became of a sale that was sent. */
export interface News {
  from: 'answer' | 'webhook';
  status: 'pending' | 'success' | 'failed';
  /** the provider's id, or null where a refusal gave none */
  transactionId: string | null;
  sn: string | null;
  message: string | null;
  price: number | null;
  refused: boolean;
  flags: TransactionFlag[];
}

/** What the news do to the sale as it stands. */
export interface Verdict {
  kind: 'applied' | 'disputed' | 'nothing_new';
  changes: Partial<Transaction>;
}

const nothingNew: Verdict = { kind: 'nothing_new', changes: {} };

/**
 * Weighs the news against what is known (spec, States and transitions: which state may follow which is not shown).
 * The first final stands; a different one disputes it and overwrites nothing; a late "pending" lowers nothing; a serial
 * number that comes later completes a success without one.
 */
export function weigh(sale: Transaction, news: News, at: string): Verdict {
  if (news.transactionId !== null && sale.transactionId !== null && news.transactionId !== sale.transactionId) {
    return disputed();
  }
  const verdict = weighStatus(sale, news, at);
  return verdict.kind === 'disputed' ? verdict : withId(sale, news, verdict);
}

function weighStatus(sale: Transaction, news: News, at: string): Verdict {
  switch (sale.state) {
    case 'sending':
    case 'pending':
    case 'unknown':
      return weighOpen(sale, news, at);
    case 'success':
      return weighSuccess(sale, news, at);
    case 'failed':
      return news.status === 'success' ? disputed() : nothingNew;
    case 'unsent':
      return disputed();
    case 'inquired':
    case 'expired':
      return news.status === 'success' ? disputed() : nothingNew;
    case 'disputed':
      return nothingNew;
  }
}

function weighOpen(sale: Transaction, news: News, at: string): Verdict {
  // A refusal beside a webhook that already says the order was taken: the webhook's final will tell.
  if (news.refused && sale.state === 'pending') return nothingNew;
  if (news.status === 'pending' && sale.state === 'pending') return nothingNew;
  const settledAt = news.status === 'pending' ? null : at;
  return applied(news.status, {
    settledAt,
    sn: news.status === 'success' ? usableSn(news.sn) : null,
    message: news.message ?? sale.message,
    price: news.price ?? sale.price,
    refused: news.refused,
    flags: flagged(sale, ...news.flags),
  });
}

function weighSuccess(sale: Transaction, news: News, at: string): Verdict {
  if (news.status === 'failed') return disputed();
  if (news.status === 'pending') return nothingNew;
  const sn = usableSn(news.sn);
  if (sn === null || sn === sale.sn) return nothingNew;
  if (sale.sn !== null) return disputed();
  return applied('success', { sn, message: news.message ?? sale.message, settledAt: sale.settledAt ?? at });
}

/** The first to say the provider's id is remembered, and an answer confirms what a webhook said. */
function withId(sale: Transaction, news: News, verdict: Verdict): Verdict {
  if (news.transactionId === null || (sale.transactionId !== null && sale.transactionIdFrom === 'answer'))
    return verdict;
  if (sale.transactionId !== null && news.from === 'webhook') return verdict;
  return {
    kind: 'applied',
    changes: { ...verdict.changes, transactionId: news.transactionId, transactionIdFrom: news.from },
  };
}

function applied(state: TransactionState, changes: Partial<Transaction>): Verdict {
  return { kind: 'applied', changes: { state, ...changes } };
}

function disputed(): Verdict {
  return { kind: 'disputed', changes: { state: 'disputed', settledAt: null } };
}
