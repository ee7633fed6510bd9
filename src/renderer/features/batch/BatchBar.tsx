import { formatRupiah } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { openBatch, useBatch } from '../../state/batch.ts';
import { useSales } from '../../state/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { ListPlus } from '../../ui/icons.tsx';

/** Above a single sale: bills that are being collected, or a batch that is not finished. */
export function BatchBar() {
  const { t } = useTranslation();
  const { bills, batch, text } = useBatch();
  const sales = useSales((state) => state.byId);
  const isUnfinished = batch !== null && (batch.state === 'running' || batch.state === 'paused');
  if (!isUnfinished && bills.length === 0 && text.trim() === '') return null;
  const total = bills.reduce((sum, id) => sum + (sales[id]?.total ?? 0), 0);
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-b border-line bg-accent-soft px-4 py-1">
      <output className="font-semibold">
        {isUnfinished
          ? t(`batch.state.${batch.state}`, {
              done: batch.lines.filter(({ isWaiting }) => !isWaiting).length,
              n: batch.lines.length,
            })
          : bills.length > 0
            ? t('batch.bills', { count: bills.length, n: bills.length, total: formatRupiah(total) })
            : t('batch.kept')}
      </output>
      <Button icon={ListPlus} hotkey="," onClick={() => openBatch()}>
        {t(bills.length > 0 && !isUnfinished ? 'batch.payBills' : 'batch.see')}
      </Button>
    </div>
  );
}
