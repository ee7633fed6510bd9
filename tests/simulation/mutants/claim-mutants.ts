import { createHash } from 'node:crypto';
import type { Transport, TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import type { Claims } from '../../../src/main/sales/sales-ports.ts';
import { ClaimResults, OpenClaims, PostedClaims } from '../../../src/shared/wire/shop.ts';
import type { Mutant } from './mutant.ts';

const recorded = { kind: 'recorded', others: [] } as const;

/** The claims of a counter, which are a class, with another `claim`. */
const withClaim = (real: Claims, claim: Claims['claim']): Claims => ({
  hindrance: () => real.hindrance(),
  readBackId: (sale) => real.readBackId(sale),
  claim,
  stopWaiting: (sale) => real.stopWaiting(sale),
  release: (id) => real.release(id),
  restore: () => real.restore(),
  acceptRestore: () => real.acceptRestore(),
  leaveShop: () => real.leaveShop(),
});

const asksNobody: Mutant = {
  name: 'asks-nobody',
  breaks: 'l',
  about: 'a sale is sent without a claim, which only follows',
  claims: (real) => withClaim(real, async () => recorded),
};

const silenceIsConsent: Mutant = {
  name: 'silence-is-consent',
  breaks: 'l',
  about: 'an order is sent when the relay does not answer its claim',
  claims: (real) =>
    withClaim(real, async (sale) => {
      const answer = await real.claim(sale);
      return answer.kind === 'silent' ? recorded : answer;
    }),
};

const repeatsUnasked: Mutant = {
  name: 'repeats-unasked',
  breaks: 'l',
  about: 'what succeeded today at another counter is sold again without a question',
  claims: (real) =>
    withClaim(real, async (sale) => {
      const answer = await real.claim(sale);
      return answer.kind === 'recorded' ? recorded : answer;
    }),
};

const ownKey: Mutant = {
  name: 'own-key',
  breaks: 'l',
  about: 'digests are made with a key of the counter’s own',
  toRelay: (real, mailbox) =>
    posting(real, (claims) =>
      claims.map((claim) => ({
        ...claim,
        product: mixed(claim.product, mailbox),
        number: mixed(claim.number, mailbox),
      })),
    ),
};

const releasedTooSoon: Mutant = {
  name: 'released-too-soon',
  breaks: 'l',
  about: 'a claim is withdrawn as soon as it was recorded, before the outcome',
  toRelay: (real) => ({
    async exchange(request) {
      const outcome = await real.exchange(request);
      const posted = postedIn(request);
      const results = ClaimResults.safeParse(jsonOf(outcome)).data?.results ?? [];
      const soon = (posted?.claims ?? []).filter(
        ({ state, isSent }, at) => state === 'unresolved' && !isSent && results[at]?.outcome === 'recorded',
      );
      if (posted && soon.length > 0) {
        const claims = soon.map((claim) => withdrawn(claim, claim.version + 1));
        await real.exchange({ ...request, body: bytesOf({ ...posted, claims }) });
      }
      return outcome;
    },
  }),
};

const unknownIsWithdrawn: Mutant = {
  name: 'unknown-is-withdrawn',
  breaks: 'm',
  about: 'once a sale was sent, its claim is posted as withdrawn while it is unresolved',
  toRelay: (real) =>
    posting(real, (claims) =>
      claims.map((claim) => (claim.isSent && claim.state === 'unresolved' ? withdrawn(claim) : claim)),
    ),
};

const startsAfresh: Mutant = {
  name: 'starts-afresh',
  breaks: 'l',
  about: 'a counter that starts withdraws what it had claimed, once it has compared that with its journal',
  toRelay: (real) => {
    let isFirst = true;
    return posting(real, (claims) => {
      if (!claims.every(({ isSent }) => isSent) || !isFirst) return claims;
      isFirst = false;
      return claims.map((claim) => withdrawn(claim));
    });
  },
};

const takesBackTheUnknown: Mutant = {
  name: 'takes-back-the-unknown',
  breaks: 'l',
  about:
    'a counter takes back what its run has not claimed, and posts again what its journal has: an older copy of the folder lacks some',
  toRelay(real) {
    const own = new Set<string>();
    return {
      async exchange(request) {
        for (const { id } of postedIn(request)?.claims ?? []) own.add(id);
        const outcome = await real.exchange(request);
        const isList = request.body === undefined && new URL(request.url).pathname.endsWith('/claims');
        const list = isList ? OpenClaims.safeParse(jsonOf(outcome)).data : undefined;
        const others = list?.own.filter(({ id, state }) => state === 'unresolved' && !own.has(id)) ?? [];
        if (!list || others.length === 0 || lastKeyId === null) return outcome;
        const claims = others.map(({ id, version, day }) => {
          const digests = { product: mixed(id, 'product'), number: mixed(id, 'number') };
          return { id, version: version + 1, state: 'withdrawn' as const, ...digests, day, isSent: true };
        });
        const body = bytesOf({ keyId: lastKeyId, claims });
        const headers = { ...request.headers, 'content-type': 'application/json' };
        await real.exchange({ ...request, method: 'POST', headers, body });
        const gone = new Set(others.map(({ id }) => id));
        const left = { ...list, own: list.own.filter(({ id }) => !gone.has(id)) };
        return outcome.kind === 'answered' ? { ...outcome, body: bytesOf(left) } : outcome;
      },
    };
  },
};
/** of the shop, as any counter has posted it last */
let lastKeyId: string | null = null;

const lastOneCounts: Mutant = {
  name: 'last-one-counts',
  breaks: 'l',
  about: 'the relay heeds no version: the request that comes last counts, however late',
  relayStore: (real) => {
    const versions = new Map<string, number>();
    return {
      ...real,
      recordClaims: (requests, now) =>
        real.recordClaims(
          requests.map((request) => {
            const version = Math.max(request.claim.version, versions.get(request.claim.id) ?? 0) + 1;
            versions.set(request.claim.id, version);
            return { ...request, claim: { ...request.claim, version } };
          }),
          now,
        ),
    };
  },
};

type Claim = PostedClaims['claims'][number];

const withdrawn = (claim: Claim, version = claim.version): Claim => ({ ...claim, state: 'withdrawn', version });

/** Bends what is posted of claims. */
function posting(real: Transport, bent: (claims: Claim[]) => Claim[]): Transport {
  return {
    exchange(request) {
      const posted = postedIn(request);
      if (!posted) return real.exchange(request);
      return real.exchange({ ...request, body: bytesOf({ ...posted, claims: bent(posted.claims) }) });
    },
  };
}

function postedIn({ url, body }: TransportRequest): PostedClaims | null {
  if (!url.endsWith('/claims') || !body) return null;
  const posted = PostedClaims.parse(JSON.parse(new TextDecoder().decode(body)));
  lastKeyId = posted.keyId;
  return posted;
}

function jsonOf(outcome: TransportOutcome): unknown {
  return outcome.kind === 'answered' ? JSON.parse(new TextDecoder().decode(outcome.body)) : null;
}

const bytesOf = (json: object): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

const mixed = (digest: string, key: string): string =>
  createHash('sha256')
    .update(digest + key)
    .digest('hex');

/** Found in the worlds of shops. */
export const claimMutants: readonly Mutant[] = [
  asksNobody,
  silenceIsConsent,
  repeatsUnasked,
  ownKey,
  releasedTooSoon,
  unknownIsWithdrawn,
  startsAfresh,
  lastOneCounts,
  takesBackTheUnknown,
];
