import type { Transaction } from '../../../shared/domain/transaction.ts';
import { noteOf } from '../../counter/note.ts';
import type { NewEvent } from '../../ports/journal.ts';

/** A slip leaves the shop. Only the proof of a success is counted: one that says "pending" is no original of anything. */
export function printedEvent(sale: Transaction, facts: NewEvent['data'], actor: string, reason?: string) {
  return {
    changes: { prints: sale.state === 'success' ? sale.prints + 1 : sale.prints },
    event: { type: 'proof.printed', actor, data: { state: sale.state, ...facts }, bodies: noteOf(reason) },
  } as const;
}

/** One did not leave after all. @param copy of a proof, which was counted, whatever its sale is by now; null for any other slip */
export function notPrintedEvent(sale: Transaction, copy: number | null, facts: NewEvent['data'], actor: string) {
  return {
    changes: { prints: copy === null ? sale.prints : Math.max(0, sale.prints - 1) },
    event: {
      type: 'proof.not_printed',
      actor,
      data: { state: sale.state, copy: copy ?? 1, ...facts },
      bodies: [],
    },
  } as const;
}
