import type { ClaimStore } from '../../../src/relay/core/claims.ts';
import type { StoredShop } from '../world/relay-database.ts';
import type { ClaimBook } from './promises.ts';

/**
 * Writes down what the relay records of claims.
 * @param isOlder the counter's folder was put back to an older copy: a person settles there what its books have of before
 */
export const watchedClaims =
  (book: ClaimBook, isOlder: () => boolean) =>
  (real: ClaimStore): ClaimStore => ({
    ...real,
    async recordClaims(requests, now) {
      const results = await real.recordClaims(requests, now);
      for (const [at, { claim }] of requests.entries()) {
        const result = results[at];
        if (!result || !('outcome' in result) || result.outcome !== 'recorded') continue;
        // A tentative one that comes late changes nothing of what was lost.
        if (claim.state !== 'tentative') {
          book.lost.delete(claim.id);
          book.unposted.delete(claim.id);
        }
        if (isOlder() && (claim.state === 'failed' || claim.state === 'success')) book.settled.add(claim.id);
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
