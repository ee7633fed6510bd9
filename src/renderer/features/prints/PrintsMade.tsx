import { Lock } from 'lucide-react';
import { useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { mergePrints, printsOf, usePrints } from '../../state/prints.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneText } from '../../ui/classes.ts';
import { dateTimeText } from '../../ui/time-text.ts';
import { askPrint } from './ask-print.ts';
import { AskWhetherPrinted, JobActions } from './JobBox.tsx';
import { isShared, jobName, lookOf, printLabel, printReasonText, stateWord, usePrinterName } from './print-job-text.ts';

const ask = (saleId: string) => call('prints.list', { saleId, limit: 200 });

/** Every print of one sale: which copy, when, by whom, where, and the result. */
export function PrintsMade({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const heading = useId();
  const answer = useAnswer(ask, sale.id, sale.revision)?.answer;
  useEffect(() => {
    if (answer?.ok) mergePrints(answer.value.jobs);
  }, [answer]);
  const byId = usePrints((state) => state.byId);
  const jobs = useMemo(() => printsOf(byId, sale.id), [byId, sale.id]);
  if (jobs.length === 0 && answer?.ok !== false) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h3 id={heading} className="font-semibold">
        {t('printing.made.title')}
      </h3>
      {answer?.ok === false ? <p className="text-failed">{t('printing.made.unread')}</p> : null}
      <ol className="flex flex-col gap-2">
        {jobs.map((job) => (
          <Made key={job.id} job={job} />
        ))}
      </ol>
    </section>
  );
}

function Made({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const nameOf = usePrinterName();
  const { tone, icon: Icon } = lookOf(job);
  const why = isShared(job.printer) ? null : printReasonText(t, job);
  return (
    <li tabIndex={-1} data-focus-home className="flex gap-2 rounded-box border border-line p-2">
      <Icon aria-hidden="true" className={classes('mt-0.5 size-5 shrink-0', toneText[tone])} strokeWidth={2.5} />
      <div className="min-w-0 text-small">
        <p className="text-body">
          <span className="font-semibold">{printLabel(t, job)}</span> ·{' '}
          <span className={toneText[tone]}>{stateWord(t, job)}</span>
        </p>
        <p className="break-words text-ink-soft">
          {dateTimeText(job.createdAt, zone)} · {t('receipts.by', { actor: t(`actors.${job.askedBy}`) })} ·{' '}
          {nameOf(job.printer)}
        </p>
        {why === null ? null : <p>{why}</p>}
        <div className="flex flex-wrap items-center gap-2 pt-1 text-body empty:hidden">
          <AskWhetherPrinted job={job} />
          <JobActions job={job} named={jobName(t, job)} />
        </div>
      </div>
    </li>
  );
}

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
