import { create } from 'zustand';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { t } from '../../i18n/translation.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { mergePrints } from '../../state/prints.ts';
import { toast } from '../../state/toast.ts';

/** The requested print: a sale's slip as it is now, or the repeat of a job. */
type Wanted = { sale: string } | { again: string };

const under = new Set<string>();

/**
 * Asks main for a print; a second press while that is on its way does nothing. Where there are as many copies as the owner
 * allows, the supervisor is asked. It does not wait for the paper: events report the job's progress.
 */
export async function askPrint(wanted: Wanted): Promise<void> {
  const key = JSON.stringify(wanted);
  if (under.has(key)) return;
  under.add(key);
  const problem = await print(wanted);
  under.delete(key);
  if (problem?.reason === 'copies_limit') askSupervisor((approval) => print(wanted, approval));
  else if (problem) toast('failed', `${t('printing.notAsked')} ${errorWords(t, problem).lines[0] ?? ''}`);
}

/** The supervisor's input for one more copy. */
type Approval = { pin?: string; reason?: string };

const print = (wanted: Wanted, approval: Approval = {}): Promise<KonterError | null> =>
  'sale' in wanted ? printSale(wanted.sale, approval) : printAgain(wanted.again, approval);

async function printSale(id: string, approval: Approval): Promise<KonterError | null> {
  // Pressed again while the paper is out: the slip that waits is tried, and no second one joins it.
  const answer = await call('receipts.print', { id, unlessWaiting: true, ...approval });
  if (!answer.ok) return answer.error;
  const { job, via, copy } = answer.value;
  // Beside the slip, where the progress shows all the time.
  if (job) mergePrints([job]);
  else toast('success', copy === 1 ? t(`printing.asked.${via}`) : t(`printing.asked.${via}Copy`, { n: copy }));
  return null;
}

async function printAgain(id: string, approval: Approval): Promise<KonterError | null> {
  const answer = await call('prints.reprint', { id, ...approval });
  if (answer.ok) mergePrints([answer.value.job]);
  return answer.ok ? null : answer.error;
}

/** Cancels a waiting job; of one whose outcome is unknown, ends the question. */
export const giveUpPrint = (id: string): Promise<void> => decide(call('prints.giveUp', { id }));

/** A person has the paper in hand. */
export const didPrint = (id: string): Promise<void> => decide(call('prints.confirmPrinted', { id }));

async function decide(request: Promise<Result<{ job: PrintJob }>>): Promise<void> {
  const answer = await request;
  if (answer.ok) mergePrints([answer.value.job]);
  else toast('failed', errorWords(t, answer.error).lines.join(' '));
}

/** Blocked printers are tried at once instead of when they are due. */
export async function tryPrintersNow(): Promise<void> {
  const answer = await call('printers.tryNow');
  if (answer.ok) toast('quiet', t('printing.tray.trying'));
  else toast('failed', errorWords(t, answer.error).lines.join(' '));
}

/** Repeats a refused request with the supervisor's PIN; resolves to the error, or null. */
type WithPin = (approval: { pin: string; reason?: string }) => Promise<KonterError | null>;

interface AskSupervisor {
  asking: { go: WithPin; error: KonterError | null } | null;
}

export const useAskSupervisor = create<AskSupervisor>(() => ({ asking: null }));

/** Opens the question for the supervisor's PIN: one copy more than the owner allows. */
export const askSupervisor = (go: WithPin): void => useAskSupervisor.setState({ asking: { go, error: null } });

export const stopAsking = (): void => useAskSupervisor.setState({ asking: null });

dropOnPersonChange(stopAsking);

/** Repeats the request with the supervisor's PIN; a refusal shows in the question. */
export async function answerPin(pin: string, reason?: string): Promise<void> {
  const { asking } = useAskSupervisor.getState();
  if (asking === null) return;
  const error = await asking.go({ pin, ...(reason === undefined ? {} : { reason }) });
  // Put away meanwhile, it stays away.
  useAskSupervisor.setState((now) =>
    now.asking?.go === asking.go ? { asking: error === null ? null : { ...asking, error } } : now,
  );
}
