import { createHash } from 'node:crypto';
import type { UpdateWait } from '../../shared/contract/updates.ts';
import type { Release } from './installer.ts';

/** What the counter is doing, as far as putting another program in its place could harm it. */
export interface Situation {
  /** requests that are with the provider now */
  sending: number;
  /** answers that are only in memory, because the disk did not take them */
  unwritten: number;
  /** a copy is being put back, or the connection made anew */
  modeSwitcher: boolean;
  /** files that are being made, statements that are being compared */
  tasks: number;
  /** the open shift's number */
  openShift: number | null;
  /** when the last shift was closed, ms; null: the shop keeps none */
  lastClosedAt: number | null;
  /** when the last sale was begun, ms */
  lastSaleAt: number | null;
  now: number;
}

/** Somebody may be about to print the shift's report, or to open the next one. */
export const quietMs = 2 * 60_000;

/**
 * Why the waiting release is not put in place now; null: it may be. Sales that are pending or unknown stand in nobody's way:
 * they are in the journal, their webhooks wait at the relay, and the next program goes on with them. A request that is on its
 * way is another matter: its answer comes to this process or to none.
 * @param asked a person asks for it; otherwise only a closed day will do
 */
export function checkInstallAllowed(situation: Situation, asked: boolean): UpdateWait | null {
  if (situation.sending > 0) return 'sending';
  if (situation.unwritten > 0) return 'unwritten';
  if (situation.modeSwitcher) return 'reopening';
  if (situation.tasks > 0) return 'task';
  if (asked) return null;
  if (situation.openShift !== null) return 'shift_open';
  return isDayClosed(situation) ? null : 'day_open';
}

/** Only shifts say when a day is over. A shop that keeps none is asked, not surprised. */
function isDayClosed({ lastClosedAt, lastSaleAt, now }: Situation): boolean {
  if (lastClosedAt === null || now - lastClosedAt < quietMs) return false;
  return lastSaleAt === null || lastSaleAt <= lastClosedAt;
}

export type Verdict = 'take' | 'not_newer' | 'not_yet';

/**
 * Whether a signed release is for this counter. An older one never is, signed or not: who holds the server could otherwise
 * bring back a fault that was mended.
 * @param counterId random and lasting; the same one falls differently for each release
 */
export function judgeRelease(release: Release, present: string, counterId: string): Verdict {
  if (!isNewer(release.version, present)) return 'not_newer';
  return placeOf(counterId, release.version) < release.stagedPercent ? 'take' : 'not_yet';
}

/** 0 to 99.99, evenly among the counters. */
function placeOf(counterId: string, version: string): number {
  return createHash('sha256').update(`${counterId}\n${version}`).digest().readUInt16BE(0) / 655.36;
}

/** Of versions with three numbers; a present one with more behind them (a test version) counts as its numbers. */
export function isNewer(version: string, present: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.+-]/, 3).map(Number);
  const [ours, theirs] = [numbers(present), numbers(version)];
  const differs = theirs.findIndex((number, index) => number !== ours[index]);
  return differs !== -1 && (theirs[differs] ?? 0) > (ours[differs] ?? 0);
}
