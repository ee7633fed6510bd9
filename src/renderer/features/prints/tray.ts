import { create } from 'zustand';
import type { PrintJob, PrintReason } from '../../../shared/domain/print-job.ts';

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
