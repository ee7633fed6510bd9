import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { askForBill } from './inquire.ts';

const example = { code: 'PLNPOST', number: '530000000001' };

/** A counter that has asked for no bill yet; in training an example is one press away. */
export function NoBills({ list }: { list: string }) {
  const { t } = useTranslation();
  const training = useStatus((state) => state.status?.mode === 'training');
  return (
    <div id={list} className="h-full overflow-y-auto">
      <EmptyState icon={ReceiptText} title={t('bills.empty.title')} lead={t('bills.empty.do')}>
        {training ? (
          <Button onClick={() => askForBill(example.code, example.number, 'bills')}>
            {t('bills.empty.example', { code: example.code, number: example.number })}
          </Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
