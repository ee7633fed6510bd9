import { isWaitingLine } from '../../shared/domain/batch.ts';
import {
  type HandBack,
  handBack,
  moneyAtStake,
  moneyToReturn,
  owedByMethod,
  owesMoney,
  tabLapsed,
} from '../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../shared/domain/customer-no.ts';
import { electricityToken } from '../../shared/domain/electricity-token.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import type { NumberMismatch } from '../../shared/domain/number-fit.ts';
import type { Payment } from '../../shared/domain/payment.ts';
import { failureKind } from '../../shared/domain/provider-answer.ts';
import { type Transaction } from '../../shared/domain/transaction.ts';
import { type ErrorWords, plural, reasonLines } from './i18n.ts';
import type { TFunction } from './translation.ts';

type OutcomeKey =
  | 'sending'
  | 'pending'
  | 'success'
  | 'successNoSn'
  | 'failed'
  | 'failedNoCash'
  | 'unsent'
  | 'unsentNoCash'
  | 'waiting'
  | 'unknown'
  | 'disputed'
  | 'inquired'
  | 'expired';

/** Which words a sale's state asks for: whether cash is owed changes what has to be done. */
export function outcomeKey(sale: Transaction): OutcomeKey {
  if (isWaitingLine(sale)) return 'waiting';
  if (sale.state === 'success') return sale.sn === null && !isErased(sale) ? 'successNoSn' : 'success';
  if (sale.state === 'failed') return owesMoney(sale) ? 'failed' : 'failedNoCash';
  if (sale.state === 'unsent') return owesMoney(sale) ? 'unsent' : 'unsentNoCash';
  return sale.state;
}

/** In the other states the provider's words say nothing that the state does not. */
const providerSpoke: ReadonlySet<Transaction['state']> = new Set(['pending', 'failed', 'disputed', 'unknown']);

/**
 * A sale's outcome: first the money, then why and what to do; what to do about an unsettled sale is last. A state that says all
 * in its title has no why.
 * @param reason of the call's error, where the screen still has it
 */
export function outcomeMessage(t: TFunction, sale: Transaction, reason?: string): ErrorWords {
  const key = outcomeKey(sale);
  const back = handBack(sale);
  const providerSays = isDecidedByHand(sale)
    ? [`${t('flags.resolved_by_hand')}.`]
    : sale.message && providerSpoke.has(sale.state)
      ? [t('outcome.providerSays', { message: sale.message })]
      : [];
  const after =
    sale.state === 'failed'
      ? [...failureLines(t, sale, reason), ...providerSays]
      : [...whyLines(t, key), ...providerSays, ...doLines(t, key, sale)];
  return {
    title: t(`outcome.${key}.title`, { cash: formatRupiah(back?.sum ?? moneyAtStake(sale)) }),
    lines: [
      ...(sale.flags.includes('counters_not_asked') && mayBePaid.has(sale.state)
        ? [`${t('flags.counters_not_asked')}.`]
        : []),
      ...(back && back.change > 0 ? [changeLine(t, sale, back)] : []),
      ...lapsedLine(t, sale),
      ...after,
    ],
  };
}

/** A person recorded the failure: what the provider had said before is about the outcome that is void. */
const isDecidedByHand = ({ state, flags }: Transaction): boolean =>
  state === 'failed' && flags.includes('resolved_by_hand');

const mayBePaid: ReadonlySet<Transaction['state']> = new Set(['pending', 'success', 'unknown', 'disputed']);

/** What a failed sale put on a tab is owed no more, and takes no act of a person. */
function lapsedLine(t: TFunction, sale: Transaction): string[] {
  const amount = isWaitingLine(sale) ? 0 : tabLapsed(sale);
  return amount > 0 ? [t('outcome.tabLapsed', { amount: formatRupiah(amount) })] : [];
}

/** @param time when it was returned */
export const returnedText = (t: TFunction, sale: Transaction, time: string): string =>
  sale.returns.length === 0
    ? t('outcome.returned', { time })
    : t('outcome.returnedBy', { time, how: paymentWords(t, sale.returns) });

/** Whether the change is part of what goes back, or was handed over already, only the cashier knows. */
function changeLine(t: TFunction, sale: Transaction, { sum, change, includesChange }: HandBack): string {
  const [price, both] = [moneyToReturn(sale), includesChange ? sum : sum + change];
  return t(includesChange ? 'outcome.withChange' : 'outcome.withoutChange', {
    price: formatRupiah(price),
    change: formatRupiah(change),
    sum: formatRupiah(both),
  });
}

/** A known cause says what to do about it, before what to do with the cash. */
function failureLines(t: TFunction, sale: Transaction, reason: string | undefined): string[] {
  const kind = isDecidedByHand(sale) ? null : failureKind(sale.message);
  const cause =
    reason === 'deposit_low'
      ? reasonLines(t, reason)
      : kind
        ? [t(`outcome.failure.${kind}.why`), t(`outcome.failure.${kind}.do`)]
        : sale.refused
          ? [t('outcome.refused')]
          : [];
  if (owesMoney(sale)) return [...cause, handOverLine(t, sale, 'failed')];
  return cause.length > 1 ? cause : [...cause, t('outcome.failedNoCash.do')];
}

function whyLines(t: TFunction, key: OutcomeKey): string[] {
  return key === 'success' || key === 'successNoSn' || key === 'pending' || key === 'failed' || key === 'failedNoCash'
    ? []
    : [t(`outcome.${key}.why`)];
}

function doLines(t: TFunction, key: OutcomeKey, sale: Transaction): string[] {
  if (key === 'success') return [];
  return [key === 'unsent' ? handOverLine(t, sale, key) : t(`outcome.${key}.do`)];
}

/** How the money goes back: by the way it came where that was not cash, or else in cash. */
function handOverLine(t: TFunction, sale: Transaction, key: 'failed' | 'unsent'): string {
  const owed = owedByMethod(sale);
  const [first] = owed;
  if (first === undefined || owed.every(({ method }) => method === 'cash')) return t(`outcome.${key}.do`);
  if (owed.length > 1) return t('outcome.sendBackParts', { how: paymentWords(t, owed) });
  return t('outcome.sendBack', { sum: formatRupiah(first.amount), method: t(`payments.method.${first.method}`) });
}

/** States in which the sale has gone as it should so far. */
const goesWell: ReadonlySet<Transaction['state']> = new Set(['sending', 'pending', 'success']);

/** In other states the sum to hand back is in the title. */
const saysChange: ReadonlySet<Transaction['state']> = new Set([...goesWell, 'unknown', 'disputed']);

/** A sale's announcement: the outcome, the money, the serial number, why and what to do, and last the customer. */
export function saleAnnouncement(t: TFunction, sale: Transaction, reason?: string): string {
  const { title, lines } = outcomeMessage(t, sale, reason);
  const sn = sale.state === 'success' ? sale.sn : null;
  return aloud([
    title,
    sale.change && saysChange.has(sale.state) ? `${t('sell.change')} ${formatRupiah(sale.change)}` : null,
    sn === null ? null : `${t('sell.sn')} ${snAloud(sn)}`,
    ...lines,
    groupCustomerNo(sale.customerNo),
    sale.customerName,
    sale.productName ?? sale.productCode,
  ]);
}

/** The announcement of a sale just made: its outcome once it is known; urgent unless it goes well. */
export function resultAnnouncement(
  t: TFunction,
  { sale, sending, reason }: { sale: Transaction | null; sending: boolean; reason?: string | undefined },
): { words: string; urgent: boolean } {
  // The sale was read back a moment ago: it is named again with its outcome.
  if (sale && sale.state !== 'sending')
    return { words: saleAnnouncement(t, sale, reason), urgent: !goesWell.has(sale.state) };
  const words = [t('outcome.sending.title'), t('outcome.sending.why'), t('outcome.sending.do')];
  return { words: sending || sale ? aloud(words) : '', urgent: false };
}

/** Lines of text as one spoken text. */
export function aloud(words: ReadonlyArray<string | null | undefined>): string {
  return words.flatMap((each) => (each ? [/[.!?…]$/u.test(each) ? each : `${each}.`] : [])).join(' ');
}

/** In groups of four: a screen reader reads sixteen digits at once as a number of quadrillions. */
function snAloud(sn: string): string {
  return (electricityToken(sn) ?? (/^\d{8,}$/.test(sn) ? sn.match(/\d{1,4}/g) : null) ?? [sn]).join(' ');
}

/** One sentence without its full stop: "Nomor XL, produk Telkomsel". */
export function mismatchTitle(t: TFunction, mismatch: NumberMismatch): string {
  const count = mismatch.kind === 'length' ? plural(mismatch.digits) : {};
  return t(`entry.mismatch.${mismatch.kind}`, { ...mismatch, ...count });
}

type PaymentPart = Pick<Payment, 'method' | 'amount'> & { reference?: string | null };

/** How it was or will be paid: "QRIS Rp5.000 + Tunai Rp7.000"; references stand in brackets. */
export const paymentWords = (t: TFunction, parts: readonly PaymentPart[]): string =>
  parts
    .map(({ method, amount, reference }) => {
      const words = `${t(`payments.method.${method}`)} ${formatRupiah(amount)}`;
      return reference ? `${words} (${reference})` : words;
    })
    .join(' + ');
