import type { TFunction } from 'i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';

export type UnwrittenAnswer = NonNullable<KonterError['unwritten']>;

/** What has to be copied onto paper, in the order in which it is looked for. */
export function unwrittenRows(t: TFunction, { state, transactionId, sn }: UnwrittenAnswer, customerNo: string | null) {
  const none = t('safety.unwritten.none');
  const number = { label: t('safety.unwritten.number'), value: groupCustomerNo(customerNo ?? ''), mono: true };
  return [
    { label: t('safety.unwritten.state'), value: t(`states.${state}`), mono: false },
    ...(customerNo === null ? [] : [number]),
    { label: t('safety.unwritten.transactionId'), value: transactionId ?? none, mono: true },
    { label: t('safety.unwritten.sn'), value: sn ?? none, mono: true },
  ];
}
