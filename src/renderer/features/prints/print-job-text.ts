import { create } from 'zustand';
import { practicePrinterId } from '../../../shared/contract/drills.ts';
import type { PrintJob, PrintReason, PrintState } from '../../../shared/domain/print-job.ts';
import { hasMessage } from '../../i18n/i18n.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useSettings } from '../../state/settings.ts';
import type { Tone } from '../../state/toast.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { CircleX, Clock, Search, Send, TriangleAlert } from '../../ui/icons.tsx';
import { CirclePause, PrinterCheck } from '../../ui/later-icons.tsx';

/** The subject of a job: which copy of which slip, or which page. */
export function printLabel(t: TFunction, { kind, copy }: PrintJob): string {
  if (kind !== 'receipt') return t(`printing.kind.${kind}`);
  if (copy === null) return `${t('printing.kind.receipt')} · ${t('printing.noProof')}`;
  return copy === 1 ? t('printing.original') : t('printing.copy', { n: copy });
}

/** A slip that left as a file or as text; no printer's id has capital letters. */
export const isShared = (printer: string): printer is 'PDF' | 'PNG' | 'TEXT' =>
  printer === 'PDF' || printer === 'PNG' || printer === 'TEXT';

/** A job's state, and a person's decision about it. */
export function stateWord(t: TFunction, { state, decided, reason, printer }: PrintJob): string {
  if (decided === 'again') return t('printing.repeated');
  if (state === 'unknown' && decided === 'given_up') return t('printing.left');
  if (state === 'failed' && reason === 'given_up') return t('printing.cancelled');
  if (state === 'confirmed' && decided === 'printed') return t('printing.byPerson');
  if (state === 'sending' || state === 'sent') {
    if (printer === '') return t(`printing.toDialog.${state}`);
    if (isShared(printer)) return t(`printing.shared.${state}`);
  }
  if (state === 'failed' && isShared(printer)) return t('printing.shared.failed');
  return t(`printStates.${state}`);
}

/** These say in their own words that they must be cancelled. */
const standsStill: ReadonlySet<string> = new Set(['printer_changed']);

/** Why a job is in its state, and what to do; nothing once a person decided about it. */
export function printReasonText(t: TFunction, { state, reason, decided }: PrintJob): string | null {
  if (reason === null || reason === 'given_up' || decided !== null) return null;
  const why = t(`printReasons.${reason}`);
  if (state !== 'blocked' || standsStill.has(reason)) return why;
  return `${why} ${hasMessage(t, 'printing.go', reason) ? t(`printing.go.${reason}`) : t('printing.go.itself')}`;
}

/** "Copy 2 A1-000012": one job among many. */
export const jobName = (t: TFunction, job: PrintJob): string =>
  [printLabel(t, job), job.receiptNo].filter(Boolean).join(' ');

/** A printer's name in the settings; the id of a removed one, and a text for targets that are no printer. */
export function usePrinterName(): (id: string) => string {
  const { t } = useTranslation();
  const printers = useSettings((state) => state.view?.settings.printers);
  return (id) => {
    if (id === '') return t('printing.dialog');
    if (id === practicePrinterId) return t('printing.practice');
    return isShared(id) ? t(`printing.sharedAs.${id}`) : (printers?.find((each) => each.id === id)?.name ?? id);
  };
}

interface JobLook {
  tone: Tone;
  icon: LucideIcon;
}

/** How far a print job is, by shape and colour; its word comes from the language. */
const printLook: Readonly<Record<PrintState, JobLook>> = {
  queued: { tone: 'pending', icon: Clock },
  checking: { tone: 'pending', icon: Search },
  sending: { tone: 'pending', icon: Send },
  sent: { tone: 'quiet', icon: PrinterCheck },
  confirmed: { tone: 'success', icon: PrinterCheck },
  blocked: { tone: 'unknown', icon: CirclePause },
  unknown: { tone: 'unknown', icon: TriangleAlert },
  failed: { tone: 'failed', icon: CircleX },
};

/** A job that a person has decided about is quiet. */
export function lookOf({ state, decided }: PrintJob): JobLook {
  const look = printLook[state];
  return decided !== null && (state === 'unknown' || state === 'failed') ? { ...look, tone: 'quiet' } : look;
}

interface TrayOpen {
  open: boolean;
  /** where the focus was, and goes back to */
  before: Element | null;
}

export const useTrayOpen = create<TrayOpen>(() => ({ open: false, before: null }));

/** Opens the tray of prints, which nothing but a person's press does, or closes it. */
export const showTray = (open: boolean): void =>
  useTrayOpen.setState(open ? { open, before: document.activeElement } : { open });

interface TrayCounts {
  /** on their way, and nothing is wrong */
  moving: number;
  /** wait behind a printer that cannot print, itself counted */
  held: number;
  /** why the oldest that is blocked is; null when none is */
  blocked: PrintReason | null;
  /** a person must look at the paper */
  unknown: number;
  failed: number;
}

/** The summary of the tray's jobs for the top bar. @param jobs oldest first */
export function trayCounts(jobs: readonly PrintJob[]): TrayCounts {
  const stopped = new Set(jobs.filter(({ state }) => state === 'blocked').map(({ printer }) => printer));
  const under = jobs.filter(({ state }) => state !== 'unknown' && state !== 'failed');
  const held = under.filter(({ printer }) => stopped.has(printer));
  return {
    moving: under.length - held.length,
    held: held.length,
    blocked: jobs.find(({ state }) => state === 'blocked')?.reason ?? null,
    unknown: jobs.filter(({ state }) => state === 'unknown').length,
    failed: jobs.filter(({ state }) => state === 'failed').length,
  };
}
