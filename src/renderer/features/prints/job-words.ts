import type { TFunction } from 'i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { hasMessage } from '../../i18n/i18n.ts';

/** What a job is about: which copy of which slip, or which page. */
export function whatPrints(t: TFunction, { kind, copy }: PrintJob): string {
  if (kind !== 'receipt') return t(`printing.kind.${kind}`);
  if (copy === null) return `${t('printing.kind.receipt')} · ${t('printing.noProof')}`;
  return copy === 1 ? t('printing.original') : t('printing.copy', { n: copy });
}

/** A slip that left as a file or as text; no printer's id has capital letters. */
export const isShared = (printer: string): printer is 'PDF' | 'PNG' | 'TEXT' =>
  printer === 'PDF' || printer === 'PNG' || printer === 'TEXT';

/** How far a job is, and what a person decided about it. */
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

/** Why a job stands where it does, and what to do; nothing once somebody decided about it. */
export function whyWords(t: TFunction, { state, reason, decided }: PrintJob): string | null {
  if (reason === null || reason === 'given_up' || decided !== null) return null;
  const why = t(`printReasons.${reason}`);
  if (state !== 'blocked' || standsStill.has(reason)) return why;
  return `${why} ${hasMessage(t, 'printing.go', reason) ? t(`printing.go.${reason}`) : t('printing.go.itself')}`;
}
