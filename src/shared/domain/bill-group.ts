import { z } from 'zod';
import { isSameSale, isWaitingLine } from './batch.ts';
import { readCustomerNo } from './customer-no.ts';
import { noBillReason } from './provider-answer.ts';
import { isRefusedInquiry, isUnresolved, type Transaction } from './transaction.ts';
import { wallClock } from './zone.ts';

/** More are several groups. */
export const maxMembers = 200;

/**
 * How the bill of a member stands, by the journal and by the provider's own words.
 * - unasked: no inquiry today, and not paid here this month
 * - due: can be paid now
 * - expired: the inquiry is too old, so it is asked for again
 * - queued: an unfinished batch has it
 * - paid: here, this month
 * - uncertain: its payment was sent, and its outcome is not known or disputed
 * - already_paid, not_out: says the provider
 * - failed: the inquiry or its payment failed for another reason
 */
export const MemberState = z.enum([
  'unasked',
  'due',
  'expired',
  'queued',
  'paid',
  'uncertain',
  'already_paid',
  'not_out',
  'failed',
]);
export type MemberState = z.infer<typeof MemberState>;

/** Those whose bills are asked for where no member is chosen. A clear answer of today is not asked for again. */
export const isAskedWithAll = (state: MemberState): boolean =>
  state === 'unasked' || state === 'expired' || state === 'failed';

/** Whether the bill may be asked for at all: one whose money is under way is left alone. */
export const mayBeAsked = (state: MemberState): boolean => state !== 'uncertain' && state !== 'queued';

/** What a member's bill comes to, whole rupiah; null: not known. Of a bill that the provider refused to name, the shop's fee is no amount. */
export const memberTotal = ({
  sale,
}: {
  sale: Pick<Transaction, 'total' | 'kind' | 'state' | 'sentAt' | 'flags'> | null;
}): number | null => (sale === null || isRefusedInquiry(sale) ? null : sale.total);

interface History {
  /** of the product and number, in any order */
  sales: readonly Transaction[];
  /** the last inquiry, where it left no sale: when, and the provider's words */
  refusal: { at: string; message: string | null } | null;
}

interface Now {
  /** the shop's day, YYYY-MM-DD */
  today: string;
  timeZone: string;
  /** whether an inquiry is still of use */
  isPayable(bill: Transaction): boolean;
}

const askedAt = ({ inquiredAt, createdAt }: Transaction): string => inquiredAt ?? createdAt;

/** How a member's bill stands. `sale`: the one that says so. */
export function standingOf(
  { sales, refusal }: History,
  { today, timeZone, isPayable }: Now,
): { state: MemberState; sale: Transaction | null } {
  const isToday = (at: string): boolean => wallClock(Date.parse(at), timeZone).day === today;
  const uncertain = sales.find(({ state }) => isUnresolved(state));
  if (uncertain) return { state: 'uncertain', sale: uncertain };
  const queued = sales.find(isWaitingLine);
  if (queued) return { state: 'queued', sale: queued };
  const newest = sales.toSorted((one, other) => askedAt(other).localeCompare(askedAt(one)));
  const paid = newest.find(({ state, day }) => state === 'success' && day.slice(0, 7) === today.slice(0, 7)) ?? null;
  // An inquiry of before a payment is of the bill that was paid.
  const isPaidSince = (sale: Transaction): boolean => sale.sentAt === null && askedAt(sale) < (paid?.sentAt ?? '');
  const last = newest.find((sale) => isToday(askedAt(sale)) && !isPaidSince(sale));
  const isRefused = refusal !== null && isToday(refusal.at) && (!last || refusal.at >= askedAt(last));
  if (!isRefused && last?.state === 'inquired') return { state: isPayable(last) ? 'due' : 'expired', sale: last };
  if (!isRefused && last?.state === 'expired') return { state: 'expired', sale: last };
  if (isRefused || last?.state === 'failed') {
    const sale = isRefused ? null : (last ?? null);
    // What a payment failed of says nothing about the bill.
    const reason = sale?.sentAt ? null : noBillReason(isRefused ? refusal.message : (sale?.message ?? null));
    // An inquiry that failed takes nothing back: what is paid is not asked for with the others again.
    if (paid && !sale?.sentAt) return { state: 'paid', sale: paid };
    return { state: reason === null ? 'failed' : reason === 'paid' ? 'already_paid' : 'not_out', sale };
  }
  return paid ? { state: 'paid', sale: paid } : { state: 'unasked', sale: null };
}

/**
 * Of the bills that were collected before, those that are no member's: they are paid together with the chosen ones. A member's bill is chosen
 * in the group, where its newest inquiry stands.
 */
export const otherBills = (
  collected: readonly Transaction[],
  members: readonly { sale: Transaction | null }[],
): Transaction[] => collected.filter((bill) => !members.some(({ sale }) => sale !== null && isSameSale(sale, bill)));

/** The month before that of a day, YYYY-MM. */
export function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** What was paid here in the month before, whole rupiah; null: nothing was. */
export function paidLastMonth(sales: readonly Transaction[], today: string): number | null {
  const month = monthBefore(today);
  const totals = sales.flatMap(({ state, day, total }) =>
    state === 'success' && day.startsWith(month) && total !== null ? [total] : [],
  );
  return totals.length === 0 ? null : totals.reduce((sum, total) => sum + total, 0);
}

/** The cells of a member's line, in their order. The last one may be left out. */
export const memberFields = ['name', 'productCode', 'customerNo', 'payer'] as const;
export type MemberFields = Readonly<Record<(typeof memberFields)[number], string>>;

/**
 * Why a line of a typed or imported list is no member.
 * - name, code, number: it lacks one that can be read
 * - twice: an earlier line has the product and number
 * - many: more lines than a group takes
 */
export type MemberFault = 'name' | 'code' | 'number' | 'twice' | 'many';

export interface MemberLine extends MemberFields {
  /** of the text, the first is 1 */
  line: number;
  fault: MemberFault | null;
}

/** A spreadsheet has rounded it: "5.3E+11". */
const rounded = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** Reads one member on each line, its cells apart by semicolons or tabs. Empty lines are nothing. */
export function readMembers(text: string): MemberLine[] {
  const lines: MemberLine[] = [];
  const seen = new Set<string>();
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '') continue;
    const [name = '', productCode = '', typed = '', payer = ''] = written
      .split(/[;\t]/)
      .map((cell) => cell.trim().replace(/^'/, ''));
    const customerNo = rounded.test(typed) ? null : readCustomerNo(typed);
    const key = `${productCode.toUpperCase()} ${customerNo}`;
    const isTwice = seen.has(key);
    seen.add(key);
    const fault: MemberFault | null =
      name === '' || name.length > 80
        ? 'name'
        : !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(productCode)
          ? 'code'
          : customerNo === null
            ? 'number'
            : isTwice
              ? 'twice'
              : lines.length >= maxMembers
                ? 'many'
                : null;
    lines.push({ line: at + 1, name, productCode, customerNo: customerNo ?? typed, payer: payer.slice(0, 80), fault });
  }
  return lines;
}

/** The same line as text. */
export const memberText = (member: MemberFields): string =>
  memberFields
    .map((field) => member[field].replaceAll(/[;\t\r\n]+/g, ','))
    .join('; ')
    .replace(/[; ]+$/, '');
