import type { ProviderAdapter, Sale, Word } from './provider-adapter.ts';

/** A purchase as it is stored. Times are milliseconds since 1970; null: not yet. */
export interface Order extends Sale {
  counter: string;
  provider: string;
  productName: string;
  /** null: a bill, whose results go to the counter's mailbox without a ref */
  callbackUrl: string | null;
  /** inquired: a bill whose payment was not sent */
  state: 'inquired' | 'pending' | 'success' | 'failed';
  createdAt: number;
  /** when the purchase was about to leave, and the last request about it */
  sentAt: number | null;
  lastAt: number | null;
  /** when it is asked about next; null: not any more */
  nextAt: number | null;
  /** requests that have left, or were about to */
  attempts: number;
  /** 1: the provider has said that it has it */
  accepted: 0 | 1;
  /** 1: success and failed have both been said, or it was refunded: no later word counts */
  contradicted: 0 | 1;
  /** a code that is believed when a second look says it again, and when it was said */
  doubt: string | null;
  doubtAt: number | null;
  /** whole rupiah: what the deposit loses, and what the customer owes of a bill */
  cost: number;
  total: number | null;
  sn: string;
  message: string;
  customerName: string;
}

/** A result that a counter gets of an order. */
export type ResultStatus = 'success' | 'failed';

/** The body of a result: the spec's webhook, with the two fields of its sample. */
export function resultBody(order: Order, status: ResultStatus): string {
  return JSON.stringify({
    transaction_id: order.refId,
    product_code: order.product,
    product_name: order.productName,
    customer_no: order.number,
    sn: status === 'success' ? order.sn : '',
    status,
    message: order.message,
    price: order.kind === 'bill' ? order.total : order.cost,
  });
}

/** How a provider's answers may be asked for again. */
type AskingRules = Pick<ProviderAdapter, 'checkBuys'>;

/** Never within a minute, which is the provider's rule, with room for a slow line. */
export const minPauseMs = 65_000;
/** Only within ten minutes, with room for a slow line; it is planned with room for a slow machine. */
const repeatWindowMs = 9 * 60_000;
const planningWindowMs = repeatWindowMs - 30_000;
/** Reading is safe for ever, and is worth it for days. */
const readingWindowMs = 3 * 24 * 60 * 60_000;
const readingPausesMs = [65_000, 65_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000];

const buysAgain = (order: Pick<Order, 'kind'>, rules: AskingRules): boolean =>
  order.kind === 'prepaid' && rules.checkBuys;

/**
 * Whether a request about a pending order may leave now. The clock may have been set back, or the machine may have slept: a time
 * before the first request, or too long after it, is no time to buy.
 */
export function mayLeave(order: Order, rules: AskingRules, now: number): boolean {
  if (order.state !== 'pending' || order.sentAt === null) return false;
  const isPurchase = order.attempts <= 1 || buysAgain(order, rules);
  const sinceMs = now - order.sentAt;
  return !isPurchase || (sinceMs >= 0 && sinceMs <= repeatWindowMs);
}

/** When a pending order is asked about next; null: not any more. @param now when the last answer came, or was not waited for */
export function nextLook(order: Order, rules: AskingRules, now: number): number | null {
  if (order.sentAt === null) return null;
  if (!buysAgain(order, rules)) {
    const pause = readingPausesMs[Math.min(order.attempts, readingPausesMs.length) - 1] ?? minPauseMs;
    return now - order.sentAt < readingWindowMs ? now + pause : null;
  }
  const end = order.sentAt + planningWindowMs;
  const pause = order.doubt === null ? minPauseMs * 2 ** Math.max(0, order.attempts - 1) : minPauseMs;
  const at = Math.min(now + pause, end);
  return at - now >= minPauseMs ? at : null;
}

/** An order after a provider's word, and the result that the counter gets of it; null: nothing new. */
export interface Change {
  order: Order;
  result: ResultStatus | null;
}

/**
 * Applies what the provider says. A word that is not clear changes nothing but when it is asked again; what has ended stays so, and
 * the other end after it is a second result.
 * @param source "answer": to the last request, which has ended with it
 */
export function applyWord(
  order: Order,
  word: Word,
  { source, rules, now }: { source: 'answer' | 'webhook'; rules: AskingRules; now: number },
): Change {
  if (order.state === 'inquired') return { order, result: null };
  if (order.state !== 'pending') return applyLater(order, word);
  const next: Order = { ...order };
  if (word.says === 'success' || word.says === 'failed') return finish(next, word, word.says);
  if (word.says === 'refunded') return finish({ ...next, contradicted: 1 }, word, 'failed');
  // A refusal says that this request made no transaction. An earlier one may have.
  if (word.says === 'refused' && order.attempts === 1 && order.accepted === 0 && order.doubt === null)
    return finish(next, word, 'failed');
  if (word.says === 'look_again') {
    const isSecond =
      source === 'answer' && order.doubt === word.code && now - (order.doubtAt ?? now) >= minPauseMs - 5_000;
    if (isSecond) return finish(next, word, 'failed');
    if (order.doubt !== word.code || order.doubtAt === null) {
      next.doubt = word.code;
      next.doubtAt = now;
    }
  } else {
    next.doubt = null;
    next.doubtAt = null;
  }
  if (word.says === 'pending') next.accepted = 1;
  if (word.cost !== null) next.cost = word.cost;
  if (source === 'answer') next.nextAt = nextLook(next, rules, now);
  else if (word.says === 'look_again' && next.nextAt === null) next.nextAt = nextLook(next, rules, now);
  return { order: next, result: null };
}

function finish(order: Order, word: Word, state: ResultStatus): Change {
  return {
    order: {
      ...order,
      state,
      nextAt: null,
      doubt: null,
      doubtAt: null,
      cost: word.cost ?? order.cost,
      // A bill may be dearer by the time that it is paid: the counter compares it with what the inquiry named.
      total: state === 'success' ? word.total || order.total : order.total,
      sn: state === 'success' ? word.sn : '',
      message: word.message,
      customerName: word.customerName === '' ? order.customerName : word.customerName,
    },
    result: state,
  };
}

/** What is said of an order that has ended. An old word that comes late again must not undo a refund. */
function applyLater(order: Order, word: Word): Change {
  const unchanged: Change = { order, result: null };
  const ended: Order = { ...order, contradicted: 1 };
  if (word.says === 'refunded')
    return order.state === 'success' ? finish(ended, word, 'failed') : { order: ended, result: null };
  if ((word.says !== 'success' && word.says !== 'failed') || order.contradicted === 1) return unchanged;
  if (word.says !== order.state) return finish(ended, word, word.says);
  // A serial number that comes later completes a success without one.
  const completes = word.says === 'success' && order.sn === '' && word.sn !== '';
  return completes ? { order: { ...order, sn: word.sn, message: word.message }, result: 'success' } : unchanged;
}
