import { PrinterCheck, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { showSettings } from '../../state/router.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { errorWords } from '../../words/error-words.ts';
import { tryPrintersNow } from './ask-print.ts';
import { TrayJob } from './TrayJob.tsx';

/** As many as anybody reads; the rest is counted. */
const shownAtOnce = 30;

/** What waits, is held up or must be decided, oldest first, and what a person may do about the printers. */
export function TrayContent({ jobs, onClose }: { jobs: readonly PrintJob[]; onClose: () => void }) {
  const { t } = useTranslation();
  const rest = jobs.length - shownAtOnce;
  return (
    <>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1 pr-2 pl-4">
        <h2 className="text-large font-semibold">{t('printing.tray.title')}</h2>
        <Button look="quiet" aria-label={t('common.close')} className="min-w-11 px-0" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </header>
      {jobs.length === 0 ? (
        <div className="flex items-center gap-3 px-4 py-5">
          <PrinterCheck aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
          <div>
            <p className="font-semibold">{t('printing.tray.empty')}</p>
            <p className="text-small text-ink-soft">{t('printing.tray.emptyDo')}</p>
          </div>
        </div>
      ) : (
        <ul tabIndex={0} aria-label={t('printing.tray.title')} className="min-h-0 flex-1 overflow-y-auto">
          {jobs.slice(0, shownAtOnce).map((job) => (
            <TrayJob key={job.id} job={job} onLeave={onClose} />
          ))}
        </ul>
      )}
      {rest > 0 ? <p className="px-4 py-2 text-small">{t('printing.tray.more', plural(rest))}</p> : null}
      <Footer blocked={jobs.some(({ state }) => state === 'blocked')} onClose={onClose} />
    </>
  );
}

function Footer({ blocked, onClose }: { blocked: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useSettings((state) => state.view?.settings);
  const usual = settings?.printers.find(({ id }) => id === settings.defaultPrinter);
  const openDrawer = async (): Promise<void> => {
    const answer = await call('printers.openDrawer');
    if (answer.ok) toast('success', t('printing.tray.drawerTaken'));
    else toast('failed', errorWords(t, answer.error).lines.join(' '));
  };
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-2">
      <Button
        look="quiet"
        className="mr-auto"
        onClick={() => {
          onClose();
          showSettings('printers');
        }}
      >
        {t('printing.tray.settings')}
      </Button>
      {usual && usual.drawer !== 'none' ? (
        <Button onClick={() => void openDrawer()}>{t('printing.tray.drawer')}</Button>
      ) : null}
      {blocked ? (
        <Button look="primary" onClick={() => void tryPrintersNow()}>
          {t('printing.tray.tryNow')}
        </Button>
      ) : null}
    </footer>
  );
}
