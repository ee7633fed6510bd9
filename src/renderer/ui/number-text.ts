import { groupCustomerNo } from '../../shared/domain/customer-no.ts';

/** What of a typed, pasted or scanned number is kept: separators go, a leading plus stays until it is read back. */
export const bareNumber = (typed: string): string => typed.replace(/[^0-9A-Za-z+]/g, '').slice(0, 31);

/** A number as shown while it is typed: in groups of four. */
export const shownNumber = (bare: string): string => groupCustomerNo(bare);

export const isNumberSeparator = (char: string): boolean => !/[0-9A-Za-z+]/.test(char);
