import type { Change, InTheWay } from '../ports/journal.ts';

/** What whoever sells decided about a repeat. */
interface Decision {
  allowDuplicate?: boolean | undefined;
  /** the sale that they were shown */
  duplicateOf?: string | undefined;
}

/**
 * Whether what stands in the way keeps a sale from being sent. A repeat does not, once it was allowed; one that was sold since,
 * at another window say, is asked about anew.
 */
export function keepsBack({ kind, other }: InTheWay, { allowDuplicate = false, duplicateOf }: Decision): boolean {
  if (kind === 'in_flight' || !allowDuplicate) return true;
  return duplicateOf !== undefined && other.id !== duplicateOf;
}

/** The same for the commit, which alone knows what is there at that moment. @param day YYYY-MM-DD, the shop's */
export function repeatRule(
  { allowDuplicate = false, duplicateOf }: Decision,
  day: string,
): Pick<NonNullable<Change['sale']>, 'noRepeatOn' | 'allowedRepeat'> {
  if (!allowDuplicate) return { noRepeatOn: day };
  return duplicateOf === undefined ? {} : { noRepeatOn: day, allowedRepeat: duplicateOf };
}
