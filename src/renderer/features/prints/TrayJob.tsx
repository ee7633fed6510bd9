import { useTranslation } from 'react-i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { useNow } from '../../state/clock.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { toneText } from '../../ui/state-look.ts';
import { ageOf, shortWhen } from '../../ui/time-text.ts';
import { AskWhetherPrinted, JobActions } from './JobActions.tsx';
import { lookOf } from './job-look.ts';
import { jobName } from './job-name.ts';
import { stateWord, whatPrints, whyWords } from './job-words.ts';
import { usePrinterName } from './printer-name.ts';

/** One job of the tray. @param onLeave its sale is opened below */
export function TrayJob({ job, onLeave }: { job: PrintJob; onLeave: () => void }) {
  const { t } = useTranslation();
  const nameOf = usePrinterName();
  const { tone, icon: Icon } = lookOf(job);
  const why = whyWords(t, job);
  const { saleId, receiptNo } = job;
  return (
    <li className={classes('relative border-b border-line py-3 pr-4 pl-5 last:border-b-0')}>
      {tone === 'unknown' ? <span aria-hidden="true" className="doubt-edge absolute inset-y-0 left-0 w-2" /> : null}
      <div className="flex gap-3">
        <Icon aria-hidden="true" className={classes('mt-0.5 size-6 shrink-0', toneText[tone])} strokeWidth={2.5} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className={classes('font-semibold', toneText[tone])}>{stateWord(t, job)}</p>
            <Since job={job} />
          </div>
          <p className="break-words">
            {whatPrints(t, job)}
            {saleId !== null && receiptNo !== null ? (
              <>
                {' · '}
                <button
                  type="button"
                  aria-label={t('printing.tray.open', { receipt: receiptNo })}
                  onClick={() => {
                    onLeave();
                    showReceipt(saleId);
                  }}
                  className="-my-2.5 min-h-11 font-mono text-small underline underline-offset-4"
                >
                  {receiptNo}
                </button>
              </>
            ) : null}
            {' · '}
            {nameOf(job.printer)}
          </p>
          {why === null ? null : <p className="text-small">{why}</p>}
          <div className="flex flex-wrap items-center gap-2 pt-2 empty:hidden">
            <div className="w-full text-small empty:hidden">
              <AskWhetherPrinted job={job} />
            </div>
            <JobActions job={job} named={jobName(t, job)} />
          </div>
        </div>
      </div>
    </li>
  );
}

/** Since when it stands so. */
function Since({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  const at = job.state === 'queued' || job.state === 'checking' ? job.createdAt : job.updatedAt;
  const age = ageOf(now - Date.parse(at));
  return (
    <p className="text-small text-ink-soft">
      {t('printing.tray.since', { time: shortWhen(at, now, zone), age: t(`frame.ago.${age.unit}`, { n: age.n }) })}
    </p>
  );
}
