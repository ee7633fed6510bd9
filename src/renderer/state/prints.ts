import { create } from 'zustand';
import type { PrintJob, PrintState } from '../../shared/domain/print-job.ts';
import { call } from '../host/call.ts';

interface Prints {
  byId: Readonly<Record<string, PrintJob>>;
  /** failed jobs that somebody has read about; they are in no list any more */
  read: ReadonlySet<string>;
}

export const usePrints = create<Prints>(() => ({ byId: {}, read: new Set() }));

const far: Readonly<Record<PrintState, number>> = {
  queued: 0,
  checking: 1,
  blocked: 2,
  sending: 3,
  unknown: 4,
  sent: 5,
  confirmed: 6,
  failed: 6,
};

/** Of two tellings of one job the later is kept, whichever came first; of one moment the one that is further on. */
export function laterOf(known: PrintJob | undefined, told: PrintJob): PrintJob {
  if (!known || known.updatedAt < told.updatedAt) return told;
  if (known.updatedAt > told.updatedAt) return known;
  return far[told.state] > far[known.state] || (known.decided === null && told.decided !== null) ? told : known;
}

/** Keeps jobs that main told of, asked or unasked. */
export function keepPrints(told: readonly PrintJob[]): void {
  usePrints.setState(({ byId }) => {
    const next = { ...byId };
    for (const job of told) next[job.id] = laterOf(next[job.id], job);
    return { byId: next };
  });
}

/** Under way, or to be decided by a person. */
export const isOpenPrint = ({ state, decided }: PrintJob): boolean =>
  state === 'unknown' ? decided === null : state !== 'sent' && state !== 'confirmed' && state !== 'failed';

/** It certainly did not print, nobody wanted that, and nobody has said yet what shall become of it. */
export const failedUnseen = (job: PrintJob, read: ReadonlySet<string>): boolean =>
  job.state === 'failed' && job.decided === null && job.reason !== 'given_up' && !read.has(job.id);

/** Left to a dialog, or shared: whoever asked has it before them. No printer's id has capital letters. */
const beforeSomebody = ({ printer, state }: PrintJob): boolean =>
  state !== 'unknown' && (printer === '' || /^[A-Z]/.test(printer));

/** What the tray shows, oldest first. */
export const trayOf = ({ byId, read }: Prints): PrintJob[] =>
  Object.values(byId)
    .filter((job) => !beforeSomebody(job) && (isOpenPrint(job) || failedUnseen(job, read)))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id));

/** The jobs of one sale that are known here, newest first. */
export const printsOf = (byId: Prints['byId'], saleId: string): PrintJob[] =>
  Object.values(byId)
    .filter((job) => job.saleId === saleId)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id));

export const markRead = (id: string): void => usePrints.setState(({ read }) => ({ read: new Set([...read, id]) }));

const atOnce = 200;
/** More than that waits in no shop; the rest comes as events when it moves. */
const mostPages = 5;

/** Reads what is under way. Jobs that were open here and are not any more are asked for no longer. */
export async function refreshPrints(): Promise<void> {
  const before = usePrints.getState().byId;
  const told: PrintJob[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const last = told.at(-1);
    const answer = await call('prints.list', { open: true, limit: atOnce, ...(last ? { before: last.id } : {}) });
    if (!answer.ok) return;
    told.push(...answer.value.jobs);
    if (answer.value.jobs.length < atOnce) break;
  }
  const open = new Set(told.map(({ id }) => id));
  usePrints.setState(({ byId }) => ({
    // What did not change since it was asked about and is not open in main has ended unheard.
    byId: Object.fromEntries(
      Object.entries(byId).filter(([id, job]) => !isOpenPrint(job) || open.has(id) || before[id] !== job),
    ),
  }));
  keepPrints(told);
}
