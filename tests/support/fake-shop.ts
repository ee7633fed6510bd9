import type { ShopAtRelay } from '../../src/main/relay-client/shop-client.ts';
import { readShopKey, type ShopKey } from '../../src/main/shop/shop-key.ts';
import type { ShopMembership } from '../../src/main/shop/shop-membership.ts';
import type { PostedNotice } from '../../src/shared/wire/office.ts';
import type { ClaimResult, OtherClaim, PostedClaim, PostedClaims } from '../../src/shared/wire/shop.ts';

/** A shop's key, the same for every counter of a test. */
export function fakeShopKey(byte = 7) {
  const text = Buffer.alloc(32, byte).toString('base64url');
  const key = readShopKey(text);
  if (!key) throw new Error('no key');
  return { text, key };
}

/** A counter that has the shop's key. */
export const memberOf = (
  key: () => ShopKey | null = () => fakeShopKey().key,
): Pick<ShopMembership, 'shop' | 'rosters' | 'rememberRoster' | 'leave'> => ({
  shop: () => ({ id: 's1', name: 'Toko Contoh', key: key() }),
  rosters: () => ({ seen: [], isOther: false }),
  rememberRoster: async () => undefined,
  leave: async () => false,
});

const noticesPerPage = 3;

type RelayBehaviour = 'answers' | 'loses_answers' | 'loses_requests' | 'refuses';

/** A relay's shop in memory, as far as one counter at a time can see it. */
export function fakeShopRelay() {
  const claims = new Map<string, PostedClaim & { counter: string }>();
  const shop = { id: 's1', name: 'Toko Contoh', keyId: null as string | null };
  const state = { behaviour: 'answers' as RelayBehaviour };
  /** reported, in whose place */
  const newerKeys: { keyId: string; replaces: string }[] = [];
  const posted: { counter: string; claims: PostedClaims['claims'] }[] = [];
  const since = '2026-03-10T02:59:00.000Z';
  const notices: (PostedNotice & { seq: number })[] = [];
  const other = (claim: PostedClaim & { counter: string }, product: string, to = ''): OtherClaim => ({
    id: claim.id,
    ...(claim.counter === to ? { isOwn: true } : {}),
    counter: claim.counter,
    state: claim.state,
    since,
    day: claim.day,
    isSameProduct: claim.product === product,
    isRevoked: false,
  });
  const isOpen = ({ state: of }: PostedClaim): boolean => of === 'tentative' || of === 'unresolved';
  const judge = (counter: string, claim: PostedClaim): ClaimResult => {
    const earlier = claims.get(claim.id);
    if (earlier && (earlier.version >= claim.version || earlier.counter !== counter))
      return { outcome: 'stale', version: earlier.version, state: earlier.state };
    const others = [...claims.values()].filter((one) => one.counter !== counter);
    const blocker = others.find((one) => one.product === claim.product && isOpen(one));
    if (blocker && !claim.isSent && isOpen(claim))
      return { outcome: 'in_flight', other: other(blocker, claim.product) };
    claims.set(claim.id, { ...claim, counter });
    const ofNumber = [...claims.values()].filter(
      (one) =>
        one.id !== claim.id &&
        one.number === claim.number &&
        (isOpen(one) || (one.state === 'success' && one.day === claim.day)),
    );
    return { outcome: 'recorded', others: ofNumber.map((one) => other(one, claim.product, counter)) };
  };
  const through = async <T>(
    work: () => T,
  ): Promise<{ kind: 'answered'; value: T } | { kind: 'silent' } | { kind: 'refused'; reason: null }> => {
    if (state.behaviour === 'loses_requests') return { kind: 'silent' };
    if (state.behaviour === 'refuses') return { kind: 'refused', reason: null };
    const value = work();
    return state.behaviour === 'loses_answers' ? { kind: 'silent' } : { kind: 'answered', value };
  };
  return {
    claims,
    newerKeys,
    shop,
    state,
    posted,
    notices,
    /** what a page of the mailbox says of the shop */
    page: () => ({ ...shop, ...(notices.length === 0 ? {} : { notices: notices.at(-1)?.seq }) }),
    /** the states of the claims that are open, by sale */
    open: () => [...claims.values()].filter(isOpen).map(({ id, state: of }) => [id, of]),
    stateOf: (id: string) => claims.get(id)?.state ?? null,
    counter: (name: string): ShopAtRelay => ({
      postKey: (keyId, replaces) =>
        through(() => {
          if (replaces !== undefined) newerKeys.push({ keyId, replaces });
          shop.keyId ??= keyId;
          return { ...shop };
        }),
      postClaims: ({ claims }) =>
        through(() => {
          posted.push({ counter: name, claims });
          return claims.map((claim) => judge(name, claim));
        }),
      openClaims: () =>
        through(() => {
          const open = [...claims.values()].filter(isOpen);
          return {
            own: open
              .filter(({ counter }) => counter === name)
              .map(({ id, version, state: of, product, day, sealed }) => ({
                id,
                version,
                state: of,
                product,
                day,
                sealed,
              })),
            others: open.filter(({ counter }) => counter !== name).map((claim) => other(claim, claim.product)),
          };
        }),
      postRestore: () => through(() => ({})),
      postNotice: (notice) =>
        through(() => {
          const present = notices.find(({ id }) => id === notice.id);
          if (present) return present.seq;
          const seq = (notices.at(-1)?.seq ?? 0) + 1;
          // A document of the office takes the place of the one before.
          if (notice.topic === 'office')
            notices.splice(0, notices.length, ...notices.filter(({ topic }) => topic !== 'office'));
          notices.push({ ...notice, seq });
          return seq;
        }),
      noticesAfter: (after) =>
        through(() => {
          const left = notices.filter(({ seq }) => seq > after);
          return { notices: left.slice(0, noticesPerPage), more: left.length > noticesPerPage };
        }),
      settle: ({ id, outcome }) =>
        through(() => {
          const claim = claims.get(id);
          if (claim) claims.set(id, { ...claim, state: outcome });
          return claim !== undefined;
        }),
    }),
  };
}
