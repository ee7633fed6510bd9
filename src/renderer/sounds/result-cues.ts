import type { TransactionState } from '../../shared/domain/state.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Cue } from './cues.ts';

const cues: Partial<Readonly<Record<TransactionState, Cue>>> = {
  success: 'success',
  failed: 'failed',
  unsent: 'failed',
  unknown: 'attention',
  disputed: 'attention',
};

/** What is older is history: told again after a break, or at the start. */
const newsMs = 60_000;

/**
 * The cue for each result as main tells of it, once: not for what was known before, what a person recorded by hand, a print
 * of an old sale, or what is told again. @param now main's clock, milliseconds since 1970
 */
export function resultCues(): (told: Transaction, now: number) => Cue | null {
  const heard = new Map<string, TransactionState>();
  return (told, now) => {
    const before = heard.get(told.id);
    heard.delete(told.id);
    heard.set(told.id, told.state);
    const [oldest] = heard.keys();
    if (heard.size > 1000 && oldest !== undefined) heard.delete(oldest);
    const cue = cues[told.state];
    if (cue === undefined || before === told.state || told.flags.includes('resolved_by_hand')) return null;
    // Of a sale that is new to this page, only what settled it just now is a result; an answer that was lost was heard being sent.
    if (before === undefined && told.state !== 'disputed' && told.settledAt !== told.updatedAt) return null;
    return Math.abs(now - Date.parse(told.updatedAt)) < newsMs ? cue : null;
  };
}
