import { cashPart, cashShortfall } from '../../../shared/domain/cash.ts';
import { accountMethods, type Payment, type PaymentMethod } from '../../../shared/domain/payment.ts';

/** How the customer of a sale that is not sent yet pays: by one method, or a part by one and the rest by another. */
export interface PaymentChoice {
  first: PaymentMethod;
  /** paid by the first method; null: the total, or not typed yet. Whole rupiah */
  part: number | null;
  /** pays the rest */
  second: PaymentMethod | null;
  /** who owes what goes on the tab; the name is null where it is not at hand */
  customer: { id: string; name: string | null } | null;
  /** as the payer's app or the bank names the payment */
  references: Readonly<Partial<Record<PaymentMethod, string>>>;
}

export const allCash: PaymentChoice = { first: 'cash', part: null, second: null, customer: null, references: {} };

/**
 * Why a sale cannot be paid like this.
 * - rest: only a part is paid
 * - part: nothing is left for the second method, or the part is not typed
 * - customer: the tab has no customer
 * - short: the cash does not cover its part
 */
export type PaymentFault = 'rest' | 'part' | 'customer' | 'short';

/** One part as `order` and `pay` take it. */
type PaymentPart = Pick<Payment, 'method' | 'amount'> & { reference?: string; customerId?: string };

export const isAllCash = ({ first, second }: PaymentChoice): boolean => first === 'cash' && second === null;

const usesTab = ({ first, second }: PaymentChoice): boolean => first === 'tab' || second === 'tab';

/** Whether the amount of the cash step is the first method's part; else it is the cash that is handed over. */
export const typesPart = ({ first, second }: PaymentChoice): boolean => (second ?? first) !== 'cash';

/** A tab is chosen, and no customer who owes it. */
export const lacksCustomer = (choice: PaymentChoice): boolean => usesTab(choice) && choice.customer === null;

/**
 * The choice after the key of a method. An amount below the total is the part of the method so far, and the new one pays the
 * rest; without one the new method pays all. The key of the last method takes it back. The key of cash, where a part is in cash, asks for
 * the cash that is handed over for it.
 */
export function chooseMethod(
  choice: PaymentChoice,
  method: PaymentMethod,
  { total, tendered }: { total: number | null; tendered: number | null },
): PaymentChoice {
  const { first, second, part: firstAmount } = choice;
  if (method === (second ?? first))
    return second === null ? { ...choice, ...wholly('cash') } : { ...choice, second: null };
  if (method === first)
    return (total === null ? null : countingCash(choice, total)) ?? { ...choice, ...wholly(method) };
  if (second !== null) return { ...choice, second: method };
  const amount = first === 'cash' ? tendered : firstAmount;
  const isPart = amount !== null && amount > 0 && total !== null && amount < total;
  return isPart ? { ...choice, part: amount, second: method } : { ...choice, ...wholly(method) };
}

/** The same parts, of which the cash is counted with its change; null where none is typed as a part. */
export function countingCash(choice: PaymentChoice, total: number): PaymentChoice | null {
  const { first, part, second } = choice;
  const rest = paymentParts(choice, total)[1]?.amount ?? 0;
  if (first !== 'cash' || second === null || (part ?? 0) <= 0 || rest <= 0) return null;
  return { ...choice, first: second, part: rest, second: 'cash' };
}

const wholly = (first: PaymentMethod) => ({ first, part: null, second: null });

/** The parts of a total, the typed one first; empty: all in cash. A choice with a fault has no parts that can be sent. */
export function paymentParts(choice: PaymentChoice, total: number): PaymentPart[] {
  if (isAllCash(choice)) return [];
  const { first, second, part: firstAmount, customer, references } = choice;
  const partOf = (method: PaymentMethod, amount: number): PaymentPart => {
    const reference = references[method]?.trim();
    return {
      method,
      amount,
      ...(reference ? { reference } : {}),
      ...(method === 'tab' && customer ? { customerId: customer.id } : {}),
    };
  };
  if (second === null) return [partOf(first, total)];
  return [partOf(first, firstAmount ?? 0), partOf(second, total - (firstAmount ?? 0))];
}

/** The part that is paid in cash. Whole rupiah. */
export const cashDue = (choice: PaymentChoice, total: number): number =>
  cashPart(total, paymentParts(choice, total)) ?? 0;

/** Null: it can be paid like this. @param tendered null: exact cash */
export function paymentFault(choice: PaymentChoice, total: number, tendered: number | null): PaymentFault | null {
  const { second, part: firstAmount } = choice;
  if (second !== null && (firstAmount === null || firstAmount === 0 || firstAmount >= total)) return 'part';
  if (second === null && typesPart(choice) && firstAmount !== null && firstAmount !== total)
    return firstAmount < total ? 'rest' : 'part';
  if (lacksCustomer(choice)) return 'customer';
  return cashShortfall(cashDue(choice, total), typesPart(choice) ? null : tendered) > 0 ? 'short' : null;
}

/** What `order` and `pay` are asked with: a sale that is all in cash says only what was handed over, by default the total. */
export function paymentInput(
  choice: PaymentChoice,
  total: number,
  tendered: number | null,
): { tendered?: number; payments?: PaymentPart[] } {
  if (isAllCash(choice)) return { tendered: tendered ?? total };
  const cash = cashDue(choice, total);
  const cashTendered = typesPart(choice) ? cash : (tendered ?? cash);
  return { payments: paymentParts(choice, total), ...(cash > 0 ? { tendered: cashTendered } : {}) };
}

/** The cash that the screen counts while it is typed: what is due, and what was handed over; null: exactly that. */
export function cashCount(
  choice: PaymentChoice,
  total: number,
  tendered: number | null,
): { due: number; tendered: number | null } {
  const { part: firstAmount, second } = choice;
  if (!typesPart(choice)) return { due: Math.max(0, cashDue(choice, total)), tendered };
  // A part alone leaves a rest, which is shown as money that is short.
  if (second === null && firstAmount !== null) return { due: total, tendered: firstAmount };
  return { due: cashDue(choice, total), tendered: null };
}

/** Methods whose money arrives elsewhere than in the drawer: a person looks there before anything is sent. */
const arriving: ReadonlySet<PaymentMethod> = new Set(accountMethods);

/** The parts of which a person has to say that they arrived. @param taken what was taken for an earlier try of the sale */
export const partsToSee = <P extends Pick<Payment, 'method' | 'amount'>>(
  parts: readonly P[],
  taken: readonly Pick<Payment, 'method' | 'amount'>[] = [],
): P[] =>
  parts.filter(
    ({ method, amount }) =>
      arriving.has(method) && !taken.some((before) => before.method === method && before.amount >= amount),
  );

/** The choice that a sale was paid by, to be made once more. */
export function choiceOf(payments: readonly Payment[]): PaymentChoice {
  const [first, second] = payments;
  if (!first) return allCash;
  const owed = payments.find(({ method }) => method === 'tab')?.customerId ?? null;
  return {
    first: first.method,
    part: second ? first.amount : null,
    second: second?.method ?? null,
    customer: owed === null ? null : { id: owed, name: null },
    references: Object.fromEntries(
      payments.flatMap(({ method, reference }) => (reference === null ? [] : [[method, reference]])),
    ),
  };
}
