import type { ClaimStore } from '../../../src/relay/core/claims.ts';
import type { StoredShop } from '../world/relay-database.ts';
import type { ClaimBook } from './promises.ts';

/** Writes down what the relay records of claims. */
export const watchedClaims =
  (book: ClaimBook) =>
  (real: ClaimStore): ClaimStore => ({
    ...real,
    async recordClaims(asks, now) {
      const results = await real.recordClaims(asks, now);
      for (const [at, { claim }] of asks.entries()) {
        const result = results[at];
        if (!result || !('outcome' in result) || result.outcome !== 'recorded') continue;
        book.lost.delete(claim.id);
        if (claim.state !== 'unresolved' || claim.isSent) continue;
        book.recorded.set(claim.id, { day: claim.day, lost: new Set(book.lost) });
      }
      return results;
    },
    async settleClaim(mailbox, settled, now) {
      const refusal = await real.settleClaim(mailbox, settled, now);
      if (refusal === null) book.settled.add(settled.id);
      return refusal;
    },
  });

/** The digests of what succeeded before the shop's key was changed are compared with nothing, until they are posted under the next one. */
export function keyForgotten({ claims }: StoredShop, book: ClaimBook): void {
  for (const { id, state } of claims) if (state === 'success') book.lost.add(id);
}

/** What a copy of the claims lacks, or has otherwise, is lost when it is put back. */
export function claimsLost(before: StoredShop, after: StoredShop, book: ClaimBook): void {
  const kept = new Map(after.claims.map((claim) => [claim.id, claim]));
  for (const { id, state, version } of before.claims) {
    const counted = state === 'unresolved' || state === 'success';
    if (counted && kept.get(id)?.state !== state && version > 0) book.lost.add(id);
  }
}
