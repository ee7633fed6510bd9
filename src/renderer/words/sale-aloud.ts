import type { TFunction } from 'i18next';
import { groupCustomerNo } from '../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import { electricityToken, type Transaction } from '../../shared/domain/transaction.ts';
import { outcomeWords } from './outcome-words.ts';

/** States beside which the change is the customer's; elsewhere it would be handed over as if it were the refund. */
export const goesWell: ReadonlySet<Transaction['state']> = new Set(['sending', 'pending', 'success']);

/** A sale as it is heard: what became of it, the money, the sn, why and what to do, and last whose it is. */
export function saleAloud(t: TFunction, sale: Transaction, reason?: string): string {
  const { title, lines } = outcomeWords(t, sale, reason);
  const sn = sale.state === 'success' ? sale.sn : null;
  return aloud([
    title,
    sale.change && goesWell.has(sale.state) ? `${t('sell.change')} ${formatRupiah(sale.change)}` : null,
    sn === null ? null : `${t('sell.sn')} ${snAloud(sn)}`,
    ...lines,
    groupCustomerNo(sale.customerNo),
    sale.customerName,
    sale.productName ?? sale.productCode,
  ]);
}

/**
 * What a sale just made is heard as: what became of it once that is known, with the reason of the call's error; urgent where it
 * did not go well.
 */
export function resultAloud(
  t: TFunction,
  { sale, sending, reason }: { sale: Transaction | null; sending: boolean; reason?: string | undefined },
): { words: string; urgent: boolean } {
  // The event of an unknown sale comes just before the call's error, which says why: it is heard once, with that.
  const untilError = sending && sale?.state === 'unknown';
  // The sale was read back a moment ago: it is named again when its outcome is there.
  if (sale && sale.state !== 'sending' && !untilError)
    return { words: saleAloud(t, sale, reason), urgent: !goesWell.has(sale.state) };
  const words = [t('outcome.sending.title'), t('outcome.sending.why'), t('outcome.sending.do')];
  return { words: sending || sale ? aloud(words) : '', urgent: false };
}

/** Words that stand below each other, as one text. */
export function aloud(words: ReadonlyArray<string | null | undefined>): string {
  return words.flatMap((each) => (each ? [/[.!?…]$/u.test(each) ? each : `${each}.`] : [])).join(' ');
}

/** In fours: a reader says sixteen digits in one go as a number of quadrillions. */
function snAloud(sn: string): string {
  return (electricityToken(sn) ?? (/^\d{8,}$/.test(sn) ? sn.match(/\d{1,4}/g) : null) ?? [sn]).join(' ');
}
