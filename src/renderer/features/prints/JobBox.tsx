import { type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PrintJob, waitingStates } from '../../../shared/domain/print-job.ts';
import { isOpenPrint, isUnreadFailure, markRead, printsOf, usePrints } from '../../state/prints.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, toneBorder, toneSoft } from '../../ui/classes.ts';
import { askPrint, didPrint, giveUpPrint } from './ask-print.ts';
import { isShared, lookOf, printLabel, printReasonText, stateWord, usePrinterName } from './print-job-text.ts';
import { showTray } from './tray.ts';

/** One job in a frame of its own: its state, why, and what may be done. @param brief one line, the rest is in the tray */
export function JobBox({ job, brief = false }: { job: PrintJob; brief?: boolean }) {
  const { t } = useTranslation();
  const nameOf = usePrinterName();
  const several = useSettings((state) => (state.view?.settings.printers.length ?? 0) > 1);
  const read = usePrints((state) => state.read);
  const { tone, icon: Icon } = lookOf(job);
  const why = isShared(job.printer) ? null : printReasonText(t, job);
  const asks = job.state === 'unknown' && job.decided === null;
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

/** The state of a sale's newest print, beside the print button; it needs no reaction. */
export function PrintLine({ saleId, brief = false }: { saleId: string; brief?: boolean }) {
  const byId = usePrints((state) => state.byId);
  const job = useMemo(() => printsOf(byId, saleId)[0] ?? null, [byId, saleId]);
  return (
    <output
      tabIndex={-1}
      data-focus-home
      className={classes('block shrink-0 outline-none', brief ? 'empty:-mb-2' : 'min-h-11')}
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
