import { useTranslation } from 'react-i18next';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { SlipPaper } from './SlipPaper.tsx';

/** The right side: what the customer will hold is what the cashier sees. */
export function SlipPane({ doc, draft }: { doc: ReceiptDoc; draft: boolean }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('slip.label')}
      tabIndex={0}
      className="h-full w-84 shrink-0 zoomed:w-auto zoomed:border-t zoomed:border-l-0 2xl:w-96 overflow-y-auto border-l border-line bg-sunken p-4"
    >
      <p className="pb-2 text-center text-small text-ink-soft">{draft ? t('slip.draft') : t('slip.label')}</p>
      <SlipPaper doc={doc} faint={draft} />
    </aside>
  );
}
