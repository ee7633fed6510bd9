import type { TransactionKind, TransactionState } from '../state.ts';

/** One thing a sale may be asked about. */
export type Leaf =
  /** part of any field; of numbers, serial numbers and ids however they are grouped */
  | { is: 'text'; text: string }
  /** one of these as part of the product's code, name, brand or category */
  | { is: 'product'; texts: readonly string[] }
  /** whole rupiah: what was paid, what the provider takes, or what the product is worth. `costs: false`: not what orders cost */
  | { is: 'amount'; amount: number; costs?: false }
  /** the shop's days, YYYY-MM-DD, both inclusive */
  | { is: 'days'; from: string; to: string }
  | { is: 'states'; states: readonly TransactionState[] }
  | { is: 'kind'; kind: TransactionKind }
  /** part of what whoever sent it was called then */
  | { is: 'cashier'; name: string };

/** What a sale must be to be found. Nothing at all is asked by `all` of none. */
export type Condition = Leaf | { is: 'all'; of: readonly Condition[] } | { is: 'any'; of: readonly Condition[] };

export const all = (of: readonly Condition[]): Condition => only(of) ?? { is: 'all', of };
export const any = (of: readonly Condition[]): Condition => only(of) ?? { is: 'any', of };

function only(of: readonly Condition[]): Condition | null {
  return of.length === 1 ? (of[0] ?? null) : null;
}

/** Every leaf, wherever it stands. */
export function leavesOf(condition: Condition): Leaf[] {
  return condition.is === 'all' || condition.is === 'any' ? condition.of.flatMap(leavesOf) : [condition];
}

/** The same for somebody who may not know what orders cost: being found would tell. */
export function withoutCosts(condition: Condition): Condition {
  if (condition.is === 'all' || condition.is === 'any') return { ...condition, of: condition.of.map(withoutCosts) };
  return condition.is === 'amount' ? { ...condition, costs: false } : condition;
}
