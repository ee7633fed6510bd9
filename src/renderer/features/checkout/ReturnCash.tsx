import { type ComponentProps, useEffect, useState } from 'react';
import type { Result } from '../../../shared/contract/errors.ts';
import { customerOwes, handBack, moneyToReturn, owedByMethod, returnedByMethod } from '../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { type MoneyAmount, moneyMethods } from '../../../shared/domain/payment.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { restoreFocus, useKeys } from '../../state/keys.ts';
import { mergeSales } from '../../state/sales.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { Choice } from '../../ui/Field.tsx';
import { isTypingAhead } from './checkout-store.ts';

interface Props extends Pick<ComponentProps<typeof Button>, 'large' | 'disabled' | 'className' | 'hotkey'> {
  sale: Transaction;
}

/**
 * Records that the customer got the money back, or paid again for a sale that is a success after all. It asks once, because
 * the sale then leaves the list of unresolved money.
 */
export function ReturnCash({ sale, ...button }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const moved = customerOwes(sale) ? 'cashCollected' : 'cashReturned';
  const { hotkey, disabled } = button;
  const open = (): void => (disabled || isTypingAhead() ? undefined : setAsking(true));
  useKeys(hotkey === undefined ? [] : [{ key: hotkey, label: t(`receipts.${moved}`), run: open }]);
  // The button and its focus disappear as soon as the money is recorded.
  useEffect(() => () => restoreFocus(null), []);
  return (
    <>
      <Button {...button} look="danger" onClick={() => setAsking(true)}>
        {t(`receipts.${moved}`)}
      </Button>
      {isAsking && moved === 'cashReturned' ? <Return sale={sale} onClose={() => setAsking(false)} /> : null}
      {isAsking && moved === 'cashCollected' ? <Collect sale={sale} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

interface AskProps {
  sale: Transaction;
  onClose: () => void;
}

/** By which methods it may go back: the way it was paid, else all of it by one other method. */
function waysBack(sale: Transaction): readonly (readonly MoneyAmount[])[] {
  const paid = owedByMethod(sale);
  const amount = moneyToReturn(sale);
  const others = moneyMethods.filter((method) => paid.length > 1 || paid[0]?.method !== method);
  return [paid, ...others.map((method) => [{ method, amount }])];
}

function show(t: TFunction, answer: Result<Transaction>): void {
  if (answer.ok) return mergeSales([answer.value]);
  const { title, lines } = errorWords(t, answer.error);
  toast('failed', `${title} ${lines[0] ?? ''}`);
}

function Return({ sale, onClose }: AskProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(0);
  const ways = waysBack(sale);
  const way = ways[chosen] ?? [];
  const back = handBack(sale);
  const sum = back?.sum ?? moneyToReturn(sale);
  const isCash = way.every(({ method }) => method === 'cash');
  const change = back?.includesChange && !isCash ? back.change : 0;
  const record = async (): Promise<void> => {
    onClose();
    const returned = chosen === 0 ? {} : { returned: way.map(({ method, amount }) => ({ method, amount })) };
    show(t, await call('transactions.cashReturned', { id: sale.id, ...returned }));
  };
  return (
    <Confirm
      title={t('receipts.cashReturnedTitle', { cash: formatRupiah(isCash ? sum : moneyToReturn(sale)) })}
      lead={
        isCash
          ? t('receipts.cashReturnedAsk', { cash: formatRupiah(sum) })
          : t('receipts.returnedByAsk', { how: paymentWords(t, way) })
      }
      stop={t('receipts.notYet')}
      go={{ label: t('receipts.cashReturnedYes'), run: () => void record(), expected: true }}
      onClose={onClose}
    >
      <Choice
        label={t('receipts.returnedBy')}
        value={String(chosen)}
        choices={ways.map((parts, at) => ({
          value: String(at),
          label: parts.length === 1 && parts[0] ? t(`payments.method.${parts[0].method}`) : paymentWords(t, parts),
        }))}
        onValue={(at) => setChosen(Number(at))}
      />
      {isCash && back?.includesChange ? (
        <p className="text-large">
          {t('batch.handOverParts', { change: formatRupiah(back.change), refund: formatRupiah(back.refund) })}
        </p>
      ) : null}
      {change > 0 ? <p>{t('receipts.changeInCash', { change: formatRupiah(change) })}</p> : null}
      {chosen === 0 ? null : <p className="text-ink-soft">{t('receipts.returnedOther')}</p>}
    </Confirm>
  );
}

function Collect({ sale, onClose }: AskProps) {
  const { t } = useTranslation();
  const returned = returnedByMethod(sale);
  const parts = moneyMethods.flatMap((method) => (returned[method] > 0 ? [{ method, amount: returned[method] }] : []));
  const record = async (): Promise<void> => {
    onClose();
    show(t, await call('transactions.cashCollected', { id: sale.id }));
  };
  return (
    <Confirm
      title={t('receipts.cashCollected')}
      lead={t('receipts.cashCollectedAsk', {
        cash:
          parts.length === 1 && parts[0]?.method === 'cash' ? formatRupiah(parts[0].amount) : paymentWords(t, parts),
      })}
      stop={t('common.cancel')}
      go={{ label: t('receipts.cashCollectedYes'), run: () => void record(), expected: true }}
      onClose={onClose}
    />
  );
}
