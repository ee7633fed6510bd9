import { canTransition, type Transaction } from '../../../shared/domain/transaction.ts';

/** What a sale is about never changes: its indexes are not touched again, and nobody's money moves to another number. */
export const fixedFields = ['id', 'kind', 'productCode', 'customerNo', 'createdAt'] as const;

/** Throws when the program itself is at fault: nothing of this can come from outside. */
export function assertLawful(before: Transaction | null, next: Transaction, expectedRevision: number): void {
  if (next.revision !== expectedRevision + 1)
    throw new Error(`revision ${next.revision} does not follow ${expectedRevision}`);
  if (!before) {
    if (next.receiptNo !== null) throw new Error('a receipt number is given by the journal');
    return;
  }
  const moved = fixedFields.find((field) => before[field] !== next[field]);
  if (moved) throw new Error(`${moved} of a stored sale does not change`);
  if (!canTransition(next.kind, before.state, next.state)) {
    throw new Error(`a ${next.kind} sale does not go from ${before.state} to ${next.state}`);
  }
  if (next.receiptNo !== before.receiptNo) throw new Error('a receipt number is given by the journal and stays');
}
