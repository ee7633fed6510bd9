import type { ReactNode } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { mismatchTitle } from '../../i18n/sale-messages.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import type { TFunction } from '../../i18n/translation.ts';
import { SaleSummary } from '../../ui/SaleSummary.tsx';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import type { Overrides } from './checkout-store.ts';

export interface Question {
  title: string;
  lead: string;
  detail: ReactNode;
  stop: string;
  /** the label of the button that sends the sale in spite of the error */
  go: string;
  overrides: Overrides;
  /** any cashier may answer, by a key that no scanner sends: it takes no approval, and no reason is kept */
  isOwn?: true;
}

/** What is asked before a sale is sent in spite of an error; null for one without an override. */
export function questionOf(t: TFunction, kind: CheckoutKind, error: KonterError, zone: string): Question | null {
  const { code, reason, other, counter, cutOff, mismatch, unlikely } = error;
  const { screen } = checkoutRules[kind];
  if (code === 'duplicate') {
    const isSameCredit = reason === 'same_credit';
    const lead = t(`${screen}.duplicate.ask`);
    if (counter) {
      const at = { counter: counter.name, time: dateTimeText(counter.since, zone) };
      const isSameNumber = reason === 'same_number';
      return {
        title: isSameNumber ? t('sell.sameNumber.title', at) : t('sell.duplicate.atTitle', at),
        lead: isSameNumber ? t('sell.sameNumber.ask') : lead,
        detail: null,
        stop: t('sell.duplicate.stop'),
        go: t(`${screen}.duplicate.again`),
        overrides: { allowDuplicate: true, duplicateAt: counter.sale },
      };
    }
    const time = other ? dateTimeText(other.sentAt ?? other.createdAt, zone) : '';
    return {
      title: isSameCredit ? t('sell.sameCredit.title', { time }) : t('sell.duplicate.title', { time }),
      lead: isSameCredit ? t('sell.sameCredit.ask') : lead,
      detail: other ? <SaleSummary sale={other} /> : null,
      stop: t('sell.duplicate.stop'),
      go: t(`${screen}.duplicate.again`),
      overrides: { allowDuplicate: true, ...(other ? { duplicateOf: other.id } : {}) },
    };
  }
  if (code === 'cut_off' && cutOff) {
    const [start, end] = [cutOff.start.slice(0, 5), cutOff.end.slice(0, 5)];
    return {
      title: t('sell.cutOff.title', { end }),
      lead: t('sell.cutOff.ask'),
      detail: (
        <p className="text-large font-semibold">{t('errors.cutOffWindow', { start, end, zone: cutOff.timeZone })}</p>
      ),
      stop: t('sell.cutOff.stop'),
      go: t('sell.cutOff.send'),
      overrides: { allowCutOff: true },
    };
  }
  if (code === 'number_mismatch' && mismatch) {
    return {
      title: mismatchTitle(t, mismatch),
      lead: t('entry.mismatch.lead'),
      detail: null,
      stop: t('entry.mismatch.stop'),
      go: t('entry.mismatch.go'),
      overrides: { allowMismatch: true },
    };
  }
  if (code === 'not_allowed' && (reason === 'below_risen_cost' || reason === 'below_cost')) {
    return {
      title: t('sell.belowCost.title'),
      lead: t(reason === 'below_risen_cost' ? 'sell.belowCost.askRisen' : 'sell.belowCost.ask'),
      detail: null,
      stop: t('sell.belowCost.stop'),
      go: t('sell.belowCost.send'),
      overrides: { allowBelowCost: true },
    };
  }
  if (code === 'not_allowed' && unlikely && (reason === 'unlikely_price' || reason === 'unlikely_cash')) {
    const isPrice = reason === 'unlikely_price';
    const subject = isPrice ? 'price' : 'amount';
    const amount = formatRupiah(unlikely.amount);
    return {
      title: t(isPrice ? 'entry.money.priceTitle' : 'entry.money.title'),
      lead: t(`entry.money.${subject}`, { total: formatRupiah(unlikely.known) }),
      detail: <p className="font-mono text-giant font-bold break-words">{amount}</p>,
      stop: t('common.cancel'),
      go: t(`entry.money.go.${subject}`, { amount }),
      overrides: isPrice ? { allowPrice: unlikely.amount } : { allowCash: unlikely.amount },
      isOwn: true,
    };
  }
  return null;
}
