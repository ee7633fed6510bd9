import type { ProcedureName } from '../../../shared/contract/names.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Cast, Sight } from './drill.ts';

/** Sales that left for the provider, to that number. */
export const sentTo = ({ sales }: Sight, customerNo: string): Transaction[] =>
  sales.filter((sale) => sale.customerNo === customerNo && sale.sentAt !== null);

/** The sale that the exercise is about, once it was sent. */
export const subjectOf = (sight: Sight, { subject }: Cast): Transaction | null =>
  sentTo(sight, subject.customerNo)[0] ?? null;

/** Somebody else was served after the subject's sale had left. */
export function servedAnother(sight: Sight, cast: Cast): boolean {
  const subject = subjectOf(sight, cast);
  return (
    subject !== null &&
    sight.sales.some(
      (sale) => sale.sentAt !== null && sale.customerNo !== subject.customerNo && sale.createdAt > subject.createdAt,
    )
  );
}

export const isSettled = (sale: Transaction | null): boolean =>
  sale !== null && (sale.state === 'success' || sale.state === 'failed' || sale.state === 'disputed');

export const wasAnswered = ({ answers }: Sight, name: ProcedureName, code: string | null): boolean =>
  answers.some((answer) => answer.name === name && answer.code === code);

export const wasRefused = ({ answers }: Sight, name: ProcedureName): boolean =>
  answers.some((answer) => answer.name === name && answer.code !== null);

/** Slips of the subject's sale, oldest first. */
export function slipsOf(sight: Sight, cast: Cast): PrintJob[] {
  const subject = subjectOf(sight, cast);
  return subject === null ? [] : sight.prints.filter(({ saleId }) => saleId === subject.id);
}

export const byHandOf = (sale: Transaction | null): boolean => sale?.flags.includes('resolved_by_hand') ?? false;
