import type { ClaimResult, PostedClaims, SettledClaim } from '../../shared/wire/shop.ts';
import { createBatcher } from './async.ts';
import type { ClaimAsk, ClaimStore, ShopRefusal } from './claims.ts';
import type { Authenticate } from './directory.ts';
import type { Clock, Counters } from './ports.ts';

/** Claims per commit. */
const maxBatch = 200;
/** A database that hangs must not fill the memory. */
const maxWaiting = 10_000;

/** What counters ask about the claims of their shop. Each call rejects if the database fails. */
export function createShopRequests(deps: {
  store: ClaimStore;
  authenticate: Authenticate;
  clock: Clock;
  counters: Counters;
}) {
  const { store, authenticate, clock, counters } = deps;
  const record = createBatcher<ClaimAsk, ClaimResult | ShopRefusal>({
    soon: clock.soon,
    maxBatch,
    run: (asks) => store.recordClaims(asks, clock.now()),
  });
  let waiting = 0;
  const recordAll = async (asks: readonly ClaimAsk[]): Promise<Array<ClaimResult | ShopRefusal>> => {
    if (waiting + asks.length > maxWaiting) throw new Error('too many claims wait for the database');
    waiting += asks.length;
    try {
      return await Promise.all(asks.map(record));
    } finally {
      waiting -= asks.length;
    }
  };
  /** Who asks with a wrong token learns nothing of the shop. */
  const authenticated =
    <Ask extends unknown[], Answer>(work: (mailbox: string, ...ask: Ask) => Promise<Answer | ShopRefusal>) =>
    async (mailbox: string, token: string, ...ask: Ask): Promise<Answer | ShopRefusal> =>
      (await authenticate({ mailbox, token })) ? work(mailbox, ...ask) : { refused: 'unauthorised' };
  return {
    post: authenticated(async (mailbox, { keyId, claims }: PostedClaims) => {
      const answers = await recordAll(claims.map((claim) => ({ mailbox, keyId, claim })));
      const results: ClaimResult[] = [];
      for (const answer of answers) {
        if ('refused' in answer) return answer;
        counters.claims[answer.outcome] += 1;
        results.push(answer);
      }
      return { results };
    }),
    list: authenticated((mailbox) => store.openClaims(mailbox, clock.now())),
    settle: authenticated((mailbox, settled: SettledClaim) => store.settleClaim(mailbox, settled, clock.now())),
    setKey: authenticated(async (mailbox, keyId: string) => {
      const answer = await store.setShopKey(mailbox, keyId);
      return 'refused' in answer ? answer : { shop: answer };
    }),
  };
}
