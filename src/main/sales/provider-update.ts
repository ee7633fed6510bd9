import { withoutMailboxIds } from '../../shared/domain/provider-answer.ts';
import { type Transaction, type TransactionFlag, usableSn } from '../../shared/domain/transaction.ts';
import { flagged } from './sale.ts';

/** What an answer or a webhook reports about a sale that was sent. */
export interface ProviderUpdate {
  from: 'answer' | 'webhook';
  status: 'pending' | 'success' | 'failed';
  /** the provider's id, or null where a refusal gave none */
  transactionId: string | null;
  sn: string | null;
  message: string | null;
  price: number | null;
  /** in full, where the update has it (spec, Payment result) */
  customerName: string | null;
  refused: boolean;
  flags: TransactionFlag[];
}

/** What an update does to the sale. */
export interface Reconciliation {
  kind: 'applied' | 'disputed' | 'nothing_new';
  changes: Partial<Transaction>;
}

const nothingNew: Reconciliation = { kind: 'nothing_new', changes: {} };
const contradiction: Reconciliation = { kind: 'disputed', changes: { state: 'disputed', settledAt: null } };

/**
 * Decides what an update does to a sale (spec, States and transitions: which state may follow which is not shown).
 * The first final state stays; a different one makes a dispute and overwrites nothing; a late "pending" changes nothing; later
 * updates complete a success (its serial number, a bill's price and full name). Oddities are flagged in any case.
 */
export function reconcile(sale: Transaction, update: ProviderUpdate, at: string): Reconciliation {
  if (update.transactionId !== null && sale.transactionId !== null && update.transactionId !== sale.transactionId) {
    return disputed(sale, update);
  }
  return withFlags(sale, update, withId(sale, update, reconcileStatus(sale, update, at)));
}

/** The update contradicts what is known: a person must look, and nothing is overwritten. */
export function disputed(sale: Transaction, update: ProviderUpdate): Reconciliation {
  return withFlags(sale, update, contradiction);
}

function reconcileStatus(sale: Transaction, update: ProviderUpdate, at: string): Reconciliation {
  switch (sale.state) {
    case 'sending':
    case 'pending':
    case 'unknown':
      return reconcileOpen(sale, update, at);
    case 'success':
      return reconcileSuccess(sale, update);
    case 'failed':
      return contradictsFailure(sale, update) ? contradiction : nothingNew;
    case 'unsent':
      return contradiction;
    case 'inquired':
    case 'expired':
      return update.status === 'success' ? contradiction : nothingNew;
    case 'disputed':
      return nothingNew;
  }
}

function reconcileOpen(sale: Transaction, update: ProviderUpdate, at: string): Reconciliation {
  // A refusal beside a webhook that already says the order was taken: the webhook's final decides.
  if (update.refused && sale.state === 'pending') return nothingNew;
  if (update.status === 'pending' && sale.state === 'pending') return nothingNew;
  const succeeded = update.status === 'success';
  return applied({
    state: update.status,
    settledAt: update.status === 'pending' ? null : at,
    sn: succeeded ? usableSn(update.sn) : null,
    message: wordsOf(update) ?? sale.message,
    // What a failed payment calls its price was not taken from anybody.
    price: succeeded ? (update.price ?? sale.price) : (sale.price ?? update.price),
    customerName: fullName(sale, update),
    refused: update.refused,
  });
}

/** Every cashier reads the provider's message, and slips may hold it: without mailbox ids. The log has it verbatim. */
const wordsOf = ({ message }: ProviderUpdate): string | null => withoutMailboxIds(message);

/** A late "pending" says nothing against a failure, unless the order was refused: then it was taken after all. */
function contradictsFailure(sale: Transaction, update: ProviderUpdate): boolean {
  return update.status === 'success' || (update.status === 'pending' && sale.refused);
}

function reconcileSuccess(sale: Transaction, update: ProviderUpdate): Reconciliation {
  if (update.status === 'failed') return contradiction;
  if (update.status === 'pending') return nothingNew;
  const sn = usableSn(update.sn);
  if (sn !== null && sale.sn !== null && sn !== sale.sn) return contradiction;
  const completed = {
    sn: sale.sn ?? sn,
    message: sale.sn === null && sn !== null ? (wordsOf(update) ?? sale.message) : sale.message,
    price: update.from === 'answer' ? (update.price ?? sale.price) : (sale.price ?? update.price),
    customerName: fullName(sale, update),
  };
  const isNew =
    completed.sn !== sale.sn || completed.price !== sale.price || completed.customerName !== sale.customerName;
  return isNew ? applied(completed) : nothingNew;
}

/** An inquiry's name is usually masked, that of a payment is whole (spec, Payment result). */
function fullName(sale: Transaction, update: ProviderUpdate): string | null {
  const answered = update.customerName?.trim() ?? '';
  return update.status === 'success' && answered !== '' ? answered : sale.customerName;
}

/**
 * The first update with the provider's id sets it, even one that contradicts all else: else the same message, sent again about
 * another sale, could not be traced to this one. An answer confirms an id from a webhook. Where a sale without an id has a serial
 * number, a person recorded it: a webhook with another number may carry another sale's id.
 */
function withId(sale: Transaction, update: ProviderUpdate, verdict: Reconciliation): Reconciliation {
  if (update.transactionId === null || (sale.transactionId !== null && sale.transactionIdFrom === 'answer'))
    return verdict;
  const unproven = sale.sn !== null && usableSn(update.sn) !== sale.sn;
  if (update.from === 'webhook' && (sale.transactionId !== null || unproven)) return verdict;
  const kind = verdict.kind === 'nothing_new' ? 'applied' : verdict.kind;
  return { kind, changes: { ...verdict.changes, transactionId: update.transactionId, transactionIdFrom: update.from } };
}

/** What was odd stays visible, whatever else the update does. */
function withFlags(sale: Transaction, update: ProviderUpdate, verdict: Reconciliation): Reconciliation {
  const flags = flagged(sale, ...update.flags);
  if (flags.length === sale.flags.length) return verdict;
  const kind = verdict.kind === 'nothing_new' ? 'applied' : verdict.kind;
  return { kind, changes: { ...verdict.changes, flags } };
}

function applied(changes: Partial<Transaction>): Reconciliation {
  return { kind: 'applied', changes };
}
