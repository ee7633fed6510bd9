import { isWaitingLine } from '../../../../shared/domain/batch.ts';
import { customerOwes, owesMoney } from '../../../../shared/domain/cash.ts';
import { isErased } from '../../../../shared/domain/erasure.ts';
import { isCorrectable, isOverdue, type Transaction } from '../../../../shared/domain/transaction.ts';

interface Allowed {
  print: boolean;
  resolve: boolean;
  /** to the customer, or from them */
  returnCash: boolean;
  repeat: boolean;
  correct: boolean;
  /** take its customer's data out, or erase it */
  customer: boolean;
}

/** What the counter alone may do that sold it. */
const ofCounter = { resolve: false, correct: false, returnCash: false, repeat: false } as const;

/** A person's possible actions for a sale in its present state. Main decides; this only hides buttons that would be refused. */
export function allowedActions(sale: Transaction, now: number, overdueMinutes: number, isOffice = false): Allowed {
  const waits = isWaitingLine(sale);
  return {
    print: !waits && sale.state !== 'sending' && sale.state !== 'inquired' && sale.state !== 'expired',
    resolve:
      sale.state === 'unknown' ||
      sale.state === 'disputed' ||
      isOverdue(sale, now, overdueMinutes * 60_000) ||
      (sale.state === 'success' && sale.sn === null && !isErased(sale)),
    returnCash: owesMoney(sale) || customerOwes(sale),
    repeat:
      !waits && !isErased(sale) && (sale.state === 'success' || sale.state === 'failed' || sale.state === 'unsent'),
    correct: isCorrectable(sale),
    customer: !isErased(sale),
    ...(isOffice ? ofCounter : {}),
  };
}
