import { useTranslation } from 'react-i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { isOpenPrint, isUnreadFailure, usePrints } from '../../state/prints.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { toneBorder, toneSoft } from '../../ui/state-look.ts';
import { JobActions } from './JobActions.tsx';
import { lookOf } from './job-look.ts';
import { isShared, stateWord, whatPrints, whyWords } from './job-words.ts';
import { usePrinterName } from './printer-name.ts';
import { showTray } from './tray-open.ts';

/** One job in a frame of its own: its state, why, and what may be done. @param brief one line, the rest is in the tray */
export function JobBox({ job, brief = false }: { job: PrintJob; brief?: boolean }) {
  const { t } = useTranslation();
  const nameOf = usePrinterName();
  const several = useSettings((state) => (state.view?.settings.printers.length ?? 0) > 1);
  const read = usePrints((state) => state.read);
  const { tone, icon: Icon } = lookOf(job);
  const why = isShared(job.printer) ? null : whyWords(t, job);
  const asks = job.state === 'unknown' && job.decided === null;
  const about = [
    whatPrints(t, job),
    ...(isShared(job.printer) || (several && job.printer !== '') ? [nameOf(job.printer)] : []),
  ];
  return (
    <div
      className={classes(
        'relative flex min-h-11 items-center gap-x-3 gap-y-2 overflow-hidden rounded-box border px-3 py-1.5',
        brief ? '' : 'flex-wrap',
        toneSoft[tone],
        toneBorder[tone],
        tone === 'unknown' && 'pl-6',
      )}
    >
      {tone === 'unknown' ? <span aria-hidden="true" className="doubt-edge absolute inset-y-0 left-0 w-3" /> : null}
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.5} />
      <div className="min-w-0 flex-1">
        <p className={brief ? 'truncate' : 'break-words'}>
          <span className="font-semibold">{stateWord(t, job)}</span>
          <span className="text-small text-ink"> · {brief ? about[0] : about.join(' · ')}</span>
        </p>
        {brief || why === null ? null : (
          <p className="text-small text-ink">
            {why} {asks ? <strong>{t('printing.ask')}</strong> : null}
          </p>
        )}
      </div>
      {brief && (isOpenPrint(job) || isUnreadFailure(job, read)) ? (
        <Button onClick={() => showTray(true)}>{t('printing.see')}</Button>
      ) : null}
      {brief ? null : (
        <div className={classes('flex flex-wrap gap-2 empty:hidden', asks && 'w-full')}>
          <JobActions job={job} />
        </div>
      )}
    </div>
  );
}
