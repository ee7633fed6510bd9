import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type PrintJob, waitingStates } from '../../../shared/domain/print-job.ts';
import { isUnreadFailure, markRead, usePrints } from '../../state/prints.ts';
import { Button } from '../../ui/Button.tsx';
import { askPrint, didPrint, giveUpPrint } from './ask-print.ts';

const waits: ReadonlySet<string> = new Set(waitingStates);

/** Buttons go when they have been pressed: the focus then stays with what they were about. */
function keepFocus(event: MouseEvent<HTMLButtonElement>): void {
  const home = event.currentTarget.closest('[data-focus-home]');
  if (home instanceof HTMLElement) home.focus();
}

/** What a person may do about one print job as it stands; nothing where nothing is to be done. */
export function JobActions({ job, named }: { job: PrintJob; named?: string | undefined }) {
  const { t } = useTranslation();
  const read = usePrints((state) => state.read);
  const act = (word: string, run: () => void, look: 'plain' | 'primary' = 'plain') => (
    <Button
      key={word}
      look={look}
      // In a list of many each button says which one it is about.
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

/** The words that come before the buttons of a job that nobody can be certain of. */
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
