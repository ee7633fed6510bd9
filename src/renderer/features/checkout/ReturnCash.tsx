import { type ComponentProps, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerOwes, handBack, moneyAtStake } from '../../../shared/domain/cash.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { mergeSales } from '../../state/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { toast } from '../../ui/toast.ts';

interface Props extends Pick<ComponentProps<typeof Button>, 'large' | 'disabled' | 'className'> {
  sale: Transaction;
}

/**
 * Records that the customer got the cash back, or paid again for a sale that is a success after all. It asks once, because
 * the sale then leaves the list of unresolved money.
 */
export function ReturnCash({ sale, ...button }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const moved = customerOwes(sale) ? 'cashCollected' : 'cashReturned';
  const record = async (): Promise<void> => {
    setAsking(false);
    const answer = await call(`transactions.${moved}`, { id: sale.id });
    if (answer.ok) return mergeSales([answer.value]);
    const { title, lines } = errorWords(t, answer.error);
    toast('failed', `${title} ${lines[0] ?? ''}`);
  };
  // The button and its focus disappear as soon as the cash is recorded.
  useEffect(() => () => restoreFocus(null), []);
  return (
    <>
      <Button {...button} look="danger" onClick={() => setAsking(true)}>
        {t(`receipts.${moved}`)}
      </Button>
      {isAsking ? (
        <Confirm
          title={t(`receipts.${moved}`)}
          lead={t(`receipts.${moved}Ask`, { cash: formatRupiah(handBack(sale)?.sum ?? moneyAtStake(sale)) })}
          stop={t('common.cancel')}
          go={{ label: t(`receipts.${moved}Yes`), run: () => void record(), expected: true }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
