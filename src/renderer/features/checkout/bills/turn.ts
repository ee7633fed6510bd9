import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import type { BillPhase } from './bill-store.ts';

/** What Enter, and the one button, does next on the bill's screen. */
export type BillTurn = 'inquire' | 'wait' | 'inquireAgain' | 'takeNewer' | 'review';

export function turnOf(phase: BillPhase, bill: Transaction | null, problem: KonterError | null): BillTurn {
  if (phase === 'inquiring') return 'wait';
  if (phase !== 'bill' || !bill) return 'inquire';
  if (problem?.code === 'price_changed' && problem.other) return 'takeNewer';
  return problem || bill.state !== 'inquired' ? 'inquireAgain' : 'review';
}

export const buttonWords = {
  inquire: 'bills.inquire',
  wait: 'bills.inquiring',
  inquireAgain: 'bills.inquireAgain',
  takeNewer: 'bills.useNew',
  review: 'bills.review',
} as const satisfies Record<BillTurn, string>;
