import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostPasted } from '../../../../shared/contract/catalogue.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { ExportCatalogue } from '../ExportCatalogue.tsx';
import { usePages } from './use-pages.ts';

interface Props {
  onClose: () => void;
  /** with the lines, to be corrected as a list */
  onCorrect: (text: string) => void;
}

/** Which lines are not in the catalogue, and why; to be corrected in the list itself or taken away as a file. */
export function FailedDialog({ onClose, onCorrect }: Props) {
  const { t } = useTranslation();
  const { rows, more } = usePages(askFailed);
  const lines = rows ?? [];
  const [exporting, setExporting] = useState(false);
  if (exporting) return <ExportCatalogue what="failed" onClose={() => setExporting(false)} />;
  const text = lines.map((line) => line.text).join('\n');
  return (
    <Dialog wide title={t('catalogue.failed.title')} lead={t('catalogue.failed.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <ul className="flex flex-col">
            {lines.map(({ line, text: shown, reason, message }) => (
              <li key={line} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
                <span className="w-24 text-small text-ink-soft">{t('catalogue.failed.line', { n: line })}</span>
                <span className="min-w-0 flex-1 font-mono break-words">{shown}</span>
                <span className="text-small font-medium text-failed">
                  {t(`catalogue.failed.why.${reason}`)}
                  {message === null ? null : `: ${message}`}
                </span>
              </li>
            ))}
          </ul>
          {more === null ? null : <Button onClick={more}>{t('catalogue.failed.more')}</Button>}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              <Button onClick={onClose}>{t('catalogue.failed.close')}</Button>
              <span className="flex flex-wrap gap-3">
                <Button disabled={!settled} onClick={() => setExporting(true)}>
                  {t('catalogue.failed.save')}
                </Button>
                <Button
                  look="primary"
                  disabled={!settled || lines.length === 0 || text.length > mostPasted}
                  onClick={() => onCorrect(text)}
                >
                  {t('catalogue.failed.correct')}
                </Button>
              </span>
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

async function askFailed(after: number | null) {
  const answer = await call('catalogue.failed', { limit: 200, ...(after === null ? {} : { after }) });
  return answer.ok ? { rows: answer.value.lines, next: answer.value.next } : null;
}
