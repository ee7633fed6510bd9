import { customerKey } from '../../../src/main/db/sale-rows.ts';
import { mayBeErased } from '../../../src/shared/domain/erasure.ts';
import { isUnresolved, type Transaction } from '../../../src/shared/domain/transaction.ts';
import type { Books } from '../world/books.ts';
import type { StoredShop } from '../world/relay-database.ts';

export type ShopInvariantName = 'l' | 'm' | 'n' | 'o' | 'p';

/** What is promised of the counters of one shop together, beside what is promised of each. */
export const shopInvariants: Readonly<Record<ShopInvariantName, string>> = {
  l: 'no counter sends what another one of its shop may have sent',
  m: 'at rest, each counter’s open claims at the relay are its unresolved sales',
  n: 'at rest, what the relay has of each counter is its journal, row by row',
  p: 'a customer who was erased at one counter is erased at all of them',
  o: 'at rest, an office has the journal of each counter, row by row',
};

export const isOfShops = (name: string): name is ShopInvariantName => name in shopInvariants;

/** One counter of the shop, as it is seen from outside. */
export interface SeenCounter {
  name: string;
  books: Books;
  mailbox(): string;
}

/** What the relay was seen to record of claims, and to lose. */
export interface ClaimBook {
  /** by the sale's id: the day of the claim that let it be sent, and the claims that the relay had lost by then */
  recorded: Map<string, { day: string; lost: ReadonlySet<string> }>;
  /** claims that were lost with the key of the shop, and were not posted again since */
  lost: Set<string>;
  /** claims that a relay lacks which was put back, and that were not posted again since */
  unposted: Set<string>;
  /** sales that a folder lacks which was put back, and that did not come back to it since */
  lacking: Set<string>;
  /** sales that were settled, and are not what they were any more */
  reopened: Set<string>;
  /** those of counters that are gone, or whose folder is an older copy, which a person has settled */
  settled: Set<string>;
}

export const emptyClaimBook = (): ClaimBook => ({
  recorded: new Map(),
  lost: new Set(),
  unposted: new Set(),
  lacking: new Set(),
  reopened: new Set(),
  settled: new Set(),
});

/**
 * (l) When a request for money leaves a counter, no other counter of the shop has a sale of the same product and number that is
 * unresolved, or that succeeded on the same day unless a person allowed the repeat. Exempt:
 * - a bill that says that the others were not asked, on either side: the relay did not answer;
 * - claims that succeeded under an earlier key of the shop: the other sale's claim, if it was not posted again when this one was recorded, or
 *   this one's, if it was lost before the other was recorded;
 * - a sale that was settled, by the provider's word or a supervisor's, and changed after that: its number was free in between;
 * - a success of a customer who was erased: what is posted of it after that has no digests;
 * - a sale of a counter that is gone, or whose folder is an older copy, which a person has settled;
 * - a sale of which neither the relay nor its counter's folder knows any more, because both were put back to before it.
 */
export function sentTwice(
  counters: readonly SeenCounter[],
  of: SeenCounter,
  saleId: string | null,
  claims: ClaimBook,
): string | null {
  const sale = of.books.sales.get(saleId ?? '');
  if (!sale || isUnasked(sale) || claims.settled.has(sale.id)) return null;
  const day = claims.recorded.get(sale.id)?.day ?? sale.day;
  for (const { name, books } of counters) {
    if (books === of.books) continue;
    for (const other of books.sales.values()) {
      if (!isAlike(other, sale) || other.sentAt === null || isUnasked(other)) continue;
      if (claims.settled.has(other.id)) continue;
      if (claims.unposted.has(other.id) && claims.lacking.has(other.id)) continue;
      if (isForgotten(claims, other.id, sale.id) || isForgotten(claims, sale.id, other.id)) continue;
      if (isUnresolved(other.state) && !claims.reopened.has(other.id)) {
        return `${of.name} sends what is ${other.state} at ${name}`;
      }
      const isRepeat = other.state === 'success' && other.day === day && !claims.reopened.has(other.id);
      if (isRepeat && !books.erased.sales.has(other.id) && !sale.flags.includes('repeat_allowed')) {
        return `${of.name} sends what succeeded today at ${name}, and nobody has allowed the repeat`;
      }
    }
  }
  return null;
}

const isUnasked = ({ flags }: Transaction): boolean => flags.includes('counters_not_asked');

const isAlike = (one: Transaction, other: Transaction): boolean =>
  one.productCode.toUpperCase() === other.productCode.toUpperCase() &&
  customerKey(one.customerNo) === customerKey(other.customerNo);

/** Whether the relay had lost the claim of one sale when it recorded the other's. */
const isForgotten = ({ recorded }: ClaimBook, one: string, other: string): boolean =>
  recorded.get(other)?.lost.has(one) === true;

/** (m) What the relay has open of each counter that is not gone is what its journal has unresolved: nothing more, nothing less. */
export function claimsDiffer(counters: readonly SeenCounter[], { members, claims }: StoredShop): string | null {
  for (const { name, books, mailbox } of counters) {
    const number = members.get(mailbox())?.mailbox;
    if (number === undefined) continue;
    const open = claims.filter((claim) => claim.mailbox === number && claim.state === 'unresolved').map(({ id }) => id);
    const unresolved = [...books.sales.values()].filter(({ state }) => isUnresolved(state));
    const missing = unresolved.find(({ id }) => !open.includes(id));
    if (missing) return `the relay has no open claim of a sale that is ${missing.state} at ${name}`;
    const tooMuch = open.find((id) => !unresolved.some((sale) => sale.id === id));
    if (tooMuch !== undefined) {
      return `the relay has a claim of ${name} open whose sale is ${books.sales.get(tooMuch)?.state ?? 'nowhere'}`;
    }
  }
  return null;
}

/** (p) Of what every counter had when a customer was erased, nothing is left that may be erased. */
export function erasedHereAlone(counters: readonly SeenCounter[], members: StoredShop['members']): string | null {
  const present = counters.filter(({ mailbox }) => members.has(mailbox()));
  for (const { name: first, books: from } of present) {
    for (const { customerNo, at } of from.erased.inquiries) {
      for (const { name, books } of present) {
        const old = new Set(books.written.filter((one) => one.at < at).map(({ saleId }) => saleId));
        // What was settled since follows within the hour.
        for (const one of books.written) if (one.at >= at) old.delete(one.saleId);
        const left = [...books.sales.values()].find(
          (sale) => old.has(sale.id) && customerKey(sale.customerNo) === customerKey(customerNo) && mayBeErased(sale),
        );
        if (left && !books.erased.sales.has(left.id)) return `${first} erased a customer, and ${name} did not`;
      }
    }
  }
  return null;
}
