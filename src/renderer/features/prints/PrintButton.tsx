import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { Button } from '../../ui/Button.tsx';
import { askPrint } from './ask-print.ts';
import { useNextPrint } from './use-next-print.ts';

interface Props {
  sale: Transaction;
  look?: 'plain' | 'primary';
  large?: boolean;
}

/** Prints a sale's slip; it says beforehand which copy that is, and whether a supervisor is needed. F8 does the same. */
export function PrintButton({ sale, look = 'plain', large = false }: Props) {
  const { t } = useTranslation();
  const { copy, needsPin } = useNextPrint(sale);
  return (
    <Button
      look={look}
      large={large}
      hotkey="F8"
      icon={needsPin ? <Lock aria-hidden="true" className="size-5" /> : null}
      title={needsPin ? t('printing.needsPin') : undefined}
      onClick={() => void askPrint({ sale: sale.id })}
    >
      {copy === null || copy === 1 ? t('printing.print') : t('printing.printCopy', { n: copy })}
      {needsPin ? <span className="sr-only"> ({t('printing.needsPin')})</span> : null}
    </Button>
  );
}
