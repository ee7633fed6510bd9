import { type MouseEvent, useEffect, useId, useMemo } from 'react';
import { type PrintJob, waitingStates } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import {
  isOpenPrint,
  isUnreadFailure,
  markRead,
  mergePrints,
  printsOf,
  usePrints,
  waitsForPaper,
} from '../../state/prints.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneBorder, toneSoft, toneText } from '../../ui/classes.ts';
import { Lock } from '../../ui/icons.tsx';
import { askPrint, didPrint, giveUpPrint } from './ask-print.ts';
import {
  isShared,
  jobName,
  lookOf,
  printLabel,
  printReasonText,
  showTray,
  stateWord,
  usePrinterName,
} from './print-job-text.ts';

const readPrints = (saleId: string) => call('prints.list', { saleId, limit: 200 });

/** Every print of one sale: which copy, when, by whom, where, and the result. */
export function PrintsMade({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const heading = useId();
  const answer = useAnswer(readPrints, sale.id, sale.revision)?.answer;
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
          <PrintRow key={job.id} job={job} />
        ))}
      </ol>
    </section>
  );
}

function PrintRow({ job }: { job: PrintJob }) {
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
  const waits = usePrints(({ byId }) => waitsForPaper(byId, sale.id));
  const version = useMemo(() => ({ revision, limit, waits }), [revision, limit, waits]);
  const answer = useAnswer(preview, sale.id, version)?.answer;
  if (answer?.ok) return { copy: answer.value.copy, needsPin: asksPin && answer.value.beyondLimit };
  return { copy: sale.state === 'success' ? sale.prints + 1 : null, needsPin: false };
}

/** One job in a frame of its own: its state, why, and what may be done. @param brief one line, the rest is in the tray */
export function JobBox({ job, brief = false }: { job: PrintJob; brief?: boolean }) {
  const { t } = useTranslation();
  const nameOf = usePrinterName();
  const several = useSettings((state) => (state.view?.settings.printers.length ?? 0) > 1);
  const read = usePrints((state) => state.read);
  const { tone, icon: Icon } = lookOf(job);
  const why = isShared(job.printer) ? null : printReasonText(t, job);
  const isUndecided = job.state === 'unknown' && job.decided === null;
  const about = [
    printLabel(t, job),
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
            {why} {isUndecided ? <strong>{t('printing.ask')}</strong> : null}
          </p>
        )}
      </div>
      {brief && (isOpenPrint(job) || isUnreadFailure(job, read)) ? (
        <Button onClick={() => showTray(true)}>{t('printing.see')}</Button>
      ) : null}
      {brief ? null : (
        <div className={classes('flex flex-wrap gap-2 empty:hidden', isUndecided && 'w-full')}>
          <JobActions job={job} />
        </div>
      )}
    </div>
  );
}

/** The state of a sale's newest print, beside the print button; it needs no reaction. */
export function PrintLine({ saleId, brief = false }: { saleId: string; brief?: boolean }) {
  const byId = usePrints((state) => state.byId);
  const job = useMemo(() => printsOf(byId, saleId)[0] ?? null, [byId, saleId]);
  return (
    <output
      tabIndex={-1}
      data-focus-home
      className={classes(
        'block shrink-0 outline-none', // Its room is kept, but where that would push the result out of sight.
        brief ? 'empty:-mb-2' : 'min-h-11 short:min-h-0 short:empty:-mt-2',
      )}
    >
      {job ? <JobBox key={job.id} job={job} brief={brief} /> : null}
    </output>
  );
}

const waits: ReadonlySet<string> = new Set(waitingStates);

/** Buttons disappear when they were pressed: the focus then stays on their job. */
function keepFocus(event: MouseEvent<HTMLButtonElement>): void {
  const home = event.currentTarget.closest('[data-focus-home]');
  if (home instanceof HTMLElement) home.focus();
}

/** A person's possible actions for a print job in its present state. */
export function JobActions({ job, named }: { job: PrintJob; named?: string | undefined }) {
  const { t } = useTranslation();
  const read = usePrints((state) => state.read);
  const act = (word: string, run: () => void, look: 'plain' | 'primary' = 'plain') => (
    <Button
      key={word}
      look={look}
      // In a list of many each button names its job.
      aria-label={named === undefined ? undefined : t('printing.act.of', { act: word, what: named })}
      onClick={(event) => {
        keepFocus(event);
        run();
      }}
    >
      {word}
    </Button>
  );
  const again = (): void => void askPrint({ again: job.id });
  if (waits.has(job.state)) return act(t('printing.act.giveUp'), () => void giveUpPrint(job.id));
  if (job.state === 'unknown' && job.decided === null) {
    return (
      <>
        {act(t('printing.act.didPrint'), () => void didPrint(job.id))}
        {act(t('printing.act.notPrinted'), again)}
        {act(t('printing.act.leave'), () => void giveUpPrint(job.id))}
      </>
    );
  }
  if (!isUnreadFailure(job, read)) return null;
  return (
    <>
      {act(t('printing.act.again'), again)}
      {act(t('printing.act.read'), () => markRead(job.id))}
    </>
  );
}

/** The question above the buttons of a job whose outcome is unknown. */
export function AskWhetherPrinted({ job }: { job: PrintJob }) {
  const { t } = useTranslation();
  if (job.state !== 'unknown' || job.decided !== null) return null;
  return (
    <p>
      <span className="font-semibold">{t('printing.ask')}</span>{' '}
      {job.saleId === null ? null : <span className="text-ink-soft">{t('printing.askWhy')}</span>}
    </p>
  );
}
