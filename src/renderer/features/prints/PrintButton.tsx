import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { askPrint } from './ask-print.ts';

interface Props {
  sale: Transaction;
  look?: 'plain' | 'primary';
  large?: boolean;
}

/** Prints a sale's slip; it shows beforehand which copy that is, and whether a supervisor is needed. F8 does the same. */
export function PrintButton({ sale, look = 'plain', large = false }: Props) {
  const { t } = useTranslation();
  const { copy, needsPin } = useNextPrint(sale);
  return (
    <Button
      look={look}
      large={large}
      hotkey="F8"
      icon={needsPin ? Lock : undefined}
      title={needsPin ? t('printing.needsPin') : undefined}
      onClick={() => void askPrint({ sale: sale.id })}
    >
      {copy === null || copy === 1 ? t('printing.print') : t('printing.printCopy', { n: copy })}
      {needsPin ? <span className="sr-only"> ({t('printing.needsPin')})</span> : null}
    </Button>
  );
}

const preview = (id: string) => call('receipts.preview', { id });

/** The next print of a sale: its copy number, null for a slip that is no receipt, and whether it needs a supervisor. */
function useNextPrint(sale: Transaction): { copy: number | null; needsPin: boolean } {
  const limit = useSettings((state) => state.view?.settings.copiesLimit ?? null);
  // Training needs no PIN where none is set.
  const asksPin = useStatus(({ status }) => status?.mode === 'live' || status?.supervisorPinSet === true);
  const { revision } = sale;
  const version = useMemo(() => ({ revision, limit }), [revision, limit]);
  const answer = useAnswer(preview, sale.id, version)?.answer;
  if (answer?.ok) return { copy: answer.value.copy, needsPin: asksPin && answer.value.beyondLimit };
  return { copy: sale.state === 'success' ? sale.prints + 1 : null, needsPin: false };
}
