import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClaimAsk, ShopRefusal } from '../../../src/relay/core/claims.ts';
import { createMailboxIn, createShop } from '../../../src/relay/core/mailbox-service.ts';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { systemClock as clock, systemRandom as random } from '../../../src/server/system.ts';
import type { ClaimResult, ClaimState, PostedClaim } from '../../../src/shared/wire/shop.ts';
import { claimOf, saleId } from '../../support/shop.ts';
import { soakSize } from '../../support/soak.ts';
import { folder } from '../../support/temporary-folder.ts';

interface Claim {
  owner: number;
  version: number;
  state: ClaimState;
  /** empty: of an earlier key */
  product: string;
  number: string;
  day: string;
  at: number;
}

interface Post {
  counter: number;
  sale: number;
  product: string;
  more: Pick<PostedClaim, 'version' | 'state' | 'day' | 'isSent'>;
}
type Step =
  | { do: 'post'; posts: Post[] }
  | { do: 'wait'; ms: number }
  | { do: 'revoke' | 'return'; counter: number }
  | { do: 'settle'; sale: number; outcome: 'success' | 'failed' }
  | { do: 'rotate' };

const counters = 3;
/** Two are of one number. */
const products = ['A 0812', 'B 0812', 'A 0813'];
const states = ['tentative', 'unresolved', 'unresolved', 'success', 'failed', 'withdrawn'] as const;

const post: fc.Arbitrary<Post> = fc.record({
  counter: fc.nat(counters - 1),
  sale: fc.nat(6),
  product: fc.constantFrom(...products),
  more: fc.record({
    version: fc.integer({ min: 1, max: 5 }),
    state: fc.constantFrom(...states),
    day: fc.constantFrom('2026-11-26', '2026-11-27'),
    isSent: fc.nat(5).map((count) => count === 0),
  }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('post'), posts: fc.array(post, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 30_000, 60_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('revoke'), counter: fc.integer({ min: 1, max: counters - 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('return'), counter: fc.integer({ min: 1, max: counters - 1 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      sale: fc.nat(6),
      outcome: fc.constantFrom('success', 'failed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rotate') }) },
);

/** The rules, as few words as they take. Sales are known by their ids. */
class Model {
  readonly claims = new Map<string, Claim>();
  readonly revoked = new Set<number>();
  /** never checked against others */
  readonly sent = new Set<string>();
  now = Date.parse('2026-11-26T03:00:00.000Z');

  isOpen({ state, at }: Claim): boolean {
    return state === 'unresolved' || (state === 'tentative' && this.now - at < 60_000);
  }

  post(owner: number, { id, isSent, version, state, product, number, day }: PostedClaim): object {
    const old = this.claims.get(id);
    const isRepeat = old?.version === version && old.state === state && ['', product].includes(old.product);
    if (old && (old.owner !== owner || (version <= old.version && !isRepeat)))
      return { outcome: 'stale', version: old.version, state: old.state };
    const others = [...this.claims].filter(([, claim]) => claim.owner !== owner);
    const inTheWay = others.filter(([, claim]) =>
      claim.product === '' ? claim.state === 'unresolved' : claim.product === product && this.isOpen(claim),
    );
    const wasAllowed = state === 'unresolved' && old?.state === 'unresolved' && ['', product].includes(old.product);
    const decides = (state === 'unresolved' && !wasAllowed) || state === 'tentative';
    if (decides && !isSent && inTheWay.length > 0) return { outcome: 'in_flight', other: idsOf(inTheWay) };
    const related = [...this.claims].filter(
      ([other, claim]) =>
        other !== id &&
        claim.number === number &&
        (this.isOpen(claim) || (claim.state === 'success' && claim.day === day)),
    );
    if (!isRepeat || old?.product === '')
      this.claims.set(id, { owner, version, state, product, number, day, at: this.now });
    if (isSent) this.sent.add(id);
    return { outcome: 'recorded', others: idsOf(related) };
  }

  settle(id: string, state: 'success' | 'failed'): unknown {
    const claim = this.claims.get(id);
    if (!claim) return { refused: 'unknown' };
    if (!this.revoked.has(claim.owner)) return { refused: 'not_revoked' };
    if (claim.state === state) return null;
    if (claim.state !== 'unresolved' && claim.state !== 'tentative') return { refused: 'settled' };
    Object.assign(claim, { state, at: this.now });
    return null;
  }

  forgetKey(): void {
    for (const claim of this.claims.values())
      if (claim.state === 'unresolved') Object.assign(claim, { product: '', number: '' });
  }

  /** Products that are unresolved at two counters, though both asked. */
  twice(): string[] {
    const holders = new Map<string, Set<number>>();
    for (const [id, { state, product, owner }] of this.claims) {
      if (state === 'unresolved' && product !== '' && !this.sent.has(id))
        holders.set(product, (holders.get(product) ?? new Set()).add(owner));
    }
    return [...holders].filter(([, owners]) => owners.size > 1).map(([product]) => product);
  }
}

const idsOf = (claims: ReadonlyArray<readonly [string, Claim]>): string[] => claims.map(([id]) => id).toSorted();

type Opened = Awaited<ReturnType<typeof openStore>>;

/** A new shop, and the model of it. */
async function shopIn({ store, shops, mailboxes, vault }: Opened) {
  const shop = await createShop({ store: shops, clock, random }, 'a shop');
  const ids: string[] = [];
  for (let counter = 0; counter < counters; counter += 1) {
    const mailboxFields = { name: `counter ${counter}`, secret: null, shop };
    const mailbox = await createMailboxIn({ store: mailboxes, vault, clock, random }, mailboxFields);
    if (typeof mailbox === 'string') throw new Error(mailbox);
    ids.push(mailbox.mailbox);
  }
  const mailboxOf = (counter: number): string => ids[counter] ?? '';
  const model = new Model();
  let key = 1;
  const keyId = (): string => key.toString(16).padStart(16, '0');
  await store.setShopKey(mailboxOf(0), { keyId: keyId() }, '2026-11-26T03:00:00.000Z');

  const postAll = async (batch: readonly Post[]): Promise<Answered[]> => {
    const posts = batch.filter(({ counter }) => !model.revoked.has(counter));
    const requests = posts.map(
      ({ counter, sale, product, more }): ClaimAsk => ({
        mailbox: mailboxOf(counter),
        keyId: keyId(),
        claim: claimOf(sale, `${key}-${product.replace(' ', ` ${key}-`)}`, more),
      }),
    );
    const results = await store.recordClaims(requests, model.now);
    return requests.map(({ claim }, at) => plain(results[at], model.post(posts[at]?.counter ?? 0, claim)));
  };
  return {
    model,
    /** What the relay answers to a step, and the rules. */
    take: async (each: Step): Promise<Answered[]> => {
      switch (each.do) {
        case 'wait':
          model.now += each.ms;
          return [];
        case 'revoke':
          await mailboxes.setDisabled(mailboxOf(each.counter), '2026-11-26T03:00:00.000Z');
          model.revoked.add(each.counter);
          return [];
        case 'return':
          await mailboxes.setDisabled(mailboxOf(each.counter), null);
          model.revoked.delete(each.counter);
          return [];
        case 'settle': {
          const [id, outcome] = [saleId(each.sale), each.outcome];
          const answer = await store.settleClaim(mailboxOf(0), { id, outcome }, model.now);
          return [{ answer, rules: model.settle(id, outcome) }];
        }
        case 'rotate':
          await shops.rotateShopKey(shop, null);
          model.forgetKey();
          key += 1;
          await store.setShopKey(mailboxOf(0), { keyId: keyId() }, '2026-11-26T03:00:00.000Z');
          return [];
        case 'post':
          return postAll(each.posts);
      }
    },
    open: async (): Promise<Answered> => {
      const open = await store.openClaims(mailboxOf(0), model.now);
      const answer = 'refused' in open ? open : [...open.own, ...open.others].map(({ id }) => id).toSorted();
      return { answer, rules: idsOf([...model.claims].filter(([, claim]) => model.isOpen(claim))) };
    },
  };
}

interface Answered {
  answer: unknown;
  rules: unknown;
}

/** The claims that an answer names are known by their ids; of several in the way any may be named. */
function plain(result: ClaimResult | ShopRefusal | undefined, rules: object): Answered {
  if (!result || 'refused' in result || result.outcome === 'stale') return { answer: result, rules };
  if (result.outcome === 'recorded')
    return { answer: { ...result, others: result.others.map(({ id }) => id).toSorted() }, rules };
  const inTheWay = 'other' in rules && Array.isArray(rules.other) ? rules.other : [];
  const isOne = inTheWay.includes(result.other.id);
  return { answer: { outcome: result.outcome, other: isOne ? inTheWay : result.other.id }, rules };
}

test('a relay answers any posts, settlements, revocations and rotations as the rules say', async () => {
  const database = { engine: 'sqlite' as const, path: join(await folder(), 'relay.db') };
  const opened = await openStore(database, randomBytes(32));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { model, take, open } = await shopIn(opened);
      for (const each of steps) {
        for (const { answer, rules } of await take(each)) expect(answer).toEqual(rules);
        expect(model.twice()).toEqual([]);
      }
      const { answer, rules } = await open();
      expect(answer).toEqual(rules);
    }),
    { numRuns: soakSize({ usual: 80, soak: 1000 }) },
  );
  await opened.store.close();
});
