import { create } from 'zustand';
import type { Result } from '../../shared/contract/errors.ts';
import type { PrintedSlip } from '../../shared/contract/receipts.ts';
import { type PrintJob, type PrintState, waitingStates } from '../../shared/domain/print-job.ts';
import { call } from '../host/call.ts';
import { errorWords } from '../i18n/i18n.ts';
import { t } from '../i18n/translation.ts';
import { toast } from './toast.ts';

interface Prints {
  byId: Readonly<Record<string, PrintJob>>;
  /** failed jobs that were read; no list shows them any more */
  read: ReadonlySet<string>;
}

export const usePrints = create<Prints>(() => ({ byId: {}, read: new Set() }));

const progress: Readonly<Record<PrintState, number>> = {
  queued: 0,
  checking: 1,
  blocked: 2,
  sending: 3,
  unknown: 4,
  sent: 5,
  confirmed: 6,
  failed: 6,
};

/** The later of two versions of one job, whichever came first; of the same time the one with more progress. */
export function newerPrint(current: PrintJob | undefined, received: PrintJob): PrintJob {
  if (!current || current.updatedAt < received.updatedAt) return received;
  if (current.updatedAt > received.updatedAt) return current;
  const isDecided = current.decided === null && received.decided !== null;
  return progress[received.state] > progress[current.state] || isDecided ? received : current;
}

/** Stores jobs from an answer or an event. */
export function mergePrints(jobs: readonly PrintJob[]): void {
  usePrints.setState(({ byId }) => {
    const next = { ...byId };
    for (const job of jobs) next[job.id] = newerPrint(next[job.id], job);
    return { byId: next };
  });
}

/** Under way, or to be decided by a person. */
export const isOpenPrint = ({ state, decided }: PrintJob): boolean =>
  state === 'unknown' ? decided === null : state !== 'sent' && state !== 'confirmed' && state !== 'failed';

/** A slip of the sale waits for its printer: nothing of it is on paper yet. */
export const waitsForPaper = (byId: Prints['byId'], saleId: string): boolean =>
  Object.values(byId).some((job) => job.saleId === saleId && waitingStates.some((state) => state === job.state));

/** It certainly did not print, was not cancelled, and no person has decided about it. */
export const isUnreadFailure = (job: PrintJob, read: ReadonlySet<string>): boolean =>
  job.state === 'failed' && job.decided === null && job.reason !== 'given_up' && !read.has(job.id);

/** Given to a print dialog, or shared: the person who asked sees it. No printer's id has capital letters. */
const isVisibleElsewhere = ({ printer, state }: PrintJob): boolean =>
  state !== 'unknown' && (printer === '' || /^[A-Z]/.test(printer));

/** The tray's jobs, oldest first. */
export const trayOf = ({ byId, read }: Prints): PrintJob[] =>
  Object.values(byId)
    .filter((job) => !isVisibleElsewhere(job) && (isOpenPrint(job) || isUnreadFailure(job, read)))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id));

/** The jobs of one sale that are known here, newest first. */
export const printsOf = (byId: Prints['byId'], saleId: string): PrintJob[] =>
  Object.values(byId)
    .filter((job) => job.saleId === saleId)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id));

export const markRead = (id: string): void => usePrints.setState(({ read }) => ({ read: new Set([...read, id]) }));

const pageSize = 200;
/** No shop has more open jobs; the rest comes as events. */
const maxPages = 5;

/** Reads the open jobs. Drops jobs that were open here and are no longer open in main. */
export async function refreshPrints(): Promise<void> {
  const before = usePrints.getState().byId;
  const jobs: PrintJob[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = jobs.at(-1);
    const answer = await call('prints.list', { open: true, limit: pageSize, ...(last ? { before: last.id } : {}) });
    if (!answer.ok) return;
    jobs.push(...answer.value.jobs);
    if (answer.value.jobs.length < pageSize) break;
  }
  const open = new Set(jobs.map(({ id }) => id));
  usePrints.setState(({ byId }) => ({
    // An unchanged job that is not open in main has ended, and its event was missed.
    byId: Object.fromEntries(
      Object.entries(byId).filter(([id, job]) => !isOpenPrint(job) || open.has(id) || before[id] !== job),
    ),
  }));
  mergePrints(jobs);
}

let printingNow: string | null = null;

/** Prints a slip beside the queue, once for each press of one key. A failed print does not affect what was recorded, as `notPrinted` says. */
export async function printOnce(
  key: string,
  print: () => Promise<Result<PrintedSlip>>,
  { printed, notPrinted }: { printed: (via: PrintedSlip['via']) => string; notPrinted: string },
): Promise<void> {
  if (printingNow === key) return;
  printingNow = key;
  const answer = await print();
  printingNow = null;
  if (answer.ok) toast('success', printed(answer.value.via));
  else toast('failed', `${notPrinted} ${errorWords(t, answer.error).lines[0] ?? ''}`);
}
