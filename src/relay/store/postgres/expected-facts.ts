import QuickLRU from 'quick-lru';
import type { ClaimFacts, ClaimKeys, ClaimRow, ClaimWrites } from '../claim-decision.ts';
import type { Member } from '../member-row.ts';

/** twice the counters that a relay is made for */
const maxMailboxes = 20_000;
/** open sales of all shops: what is not among them is read */
const maxClaims = 10_000;

/** By bytes, as the database orders. */
const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const keyOf = ({ shop, id }: Pick<ClaimRow, 'shop' | 'id'>): string => `${shop} ${id}`;

/**
 * What the database said last about counters and their claims, and what was written since: a guess, by which a decision is made before it
 * is asked. The database compares it with what is so, with the shops locked, and writes nothing if it differs.
 */
export class ExpectedFacts {
  readonly #members = new QuickLRU<string, Member>({ maxSize: maxMailboxes });
  readonly #claims = new QuickLRU<string, ClaimRow>({ maxSize: maxClaims });

  /**
   * Facts in the order in which `konter_put_if` has them: no claims but those of the ids. Null: about a counter nothing is known, or its shop
   * waits for counters, of which each claim is to be read.
   */
  expect({ mailboxes, ids }: ClaimKeys): ClaimFacts | null {
    const members = mailboxes.toSorted(byText).flatMap((id) => this.#members.get(id) ?? []);
    if (members.length < mailboxes.length || members.some(({ restore }) => restore !== null)) return null;
    const shops = [...new Set(members.map(({ shop }) => shop))].toSorted((one, other) => one - other);
    const sorted = ids.toSorted(byText);
    return {
      members,
      enabled: mailboxes,
      claims: shops.flatMap((shop) => sorted.flatMap((id) => this.#claims.get(keyOf({ shop, id })) ?? [])),
      waiting: [],
    };
  }

  /** @param facts as they were before the writes, with the shops locked */
  learn({ mailboxes, ids }: ClaimKeys, { members, claims }: ClaimFacts): void {
    for (const id of mailboxes) this.#members.delete(id);
    for (const member of members) {
      this.#members.set(member.id, member);
      for (const id of ids) this.#claims.delete(keyOf({ shop: member.shop, id }));
    }
    for (const claim of claims) if (ids.includes(claim.id)) this.#claims.set(keyOf(claim), claim);
  }

  /** What a committed decision has written. */
  wrote({ released, changed }: ClaimWrites): void {
    for (const one of released) this.#claims.delete(keyOf(one));
    for (const { shop, claim } of changed) {
      const { sealed: _sealed, holds, isRevoked, isSealed, ...row } = claim;
      this.#claims.set(keyOf({ shop, id: row.id }), {
        ...row,
        shop,
        holds: Number(holds),
        isRevoked: Number(isRevoked),
        isSealed: Number(isSealed),
      });
    }
  }

  /** Of counters that are not as they were: they are read next time. */
  forget({ mailboxes }: ClaimKeys): void {
    for (const id of mailboxes) this.#members.delete(id);
  }
}
