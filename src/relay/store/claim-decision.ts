import { type ClaimResult, isOfRoster, isOfStart } from '../../shared/wire/shop.ts';
import {
  type ClaimAsk,
  type ClaimChange,
  isNewSale,
  judgeClaim,
  type ShopRefusal,
  type StoredClaim,
} from '../core/claims.ts';
import { type Member, memberOf, shopOf } from './member-row.ts';

/** What names the claims that some requests are decided by. */
export interface ClaimKeys {
  mailboxes: string[];
  ids: string[];
  /** digests, and the empty one of an earlier shop key */
  numbers: string[];
  products: string[];
  days: string[];
}

/** A claim as a query reads it. */
export interface ClaimRow extends Omit<StoredClaim, 'holds' | 'isRevoked' | 'isSealed'> {
  shop: number;
  holds: number;
  isRevoked: number;
  isSealed: number;
}

/** What the database says, with the shops locked. */
export interface ClaimFacts {
  members: readonly Member[];
  /** mailboxes that are enabled, in a shop or not */
  enabled: readonly string[];
  claims: readonly ClaimRow[];
  /** the counters of the shops that have not compared since the relay was put back to an older copy */
  waiting: ReadonlyArray<{ shop: number; name: string }>;
}

/** What is to be written in the same transaction, in this order. */
export interface ClaimWrites {
  /** these give up their products first: two claims of a counter may have changed places */
  released: ReadonlyArray<{ shop: number; id: string }>;
  /** those that hold come last: they may take the place of one that is released with them */
  changed: ReadonlyArray<{ shop: number; claim: ClaimChange }>;
}

/** Runs on facts that nothing changes before its writes are committed. */
export type DecideClaims<Result> = (facts: ClaimFacts) => { result: Result; writes: ClaimWrites };

export function keysOf(requests: readonly ClaimAsk[]): ClaimKeys {
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  const posted = requests.map(({ claim }) => claim);
  return {
    mailboxes: unique(requests.map(({ mailbox }) => mailbox)),
    ids: unique(posted.map(({ id }) => id)),
    numbers: unique(['', ...posted.map(({ number }) => number)]),
    products: unique(posted.map(({ product }) => product)),
    days: unique(posted.map(({ day }) => day)),
  };
}

/** Decides about claims in their order, by `judgeClaim` and by what their shops wait for. */
export function decideClaims(
  requests: readonly ClaimAsk[],
  { members, enabled, claims: rows, waiting }: ClaimFacts,
  now: number,
): { result: Array<ClaimResult | ShopRefusal>; writes: ClaimWrites } {
  const byMailbox = new Map(members.map((member) => [member.id, member]));
  const claims = Map.groupBy(rows.map(toStored), ({ shop }) => shop);
  const changes = new Map<string, { shop: number; claim: ClaimChange }>();
  const decide = ({ mailbox, keyId, claim }: ClaimAsk): ClaimResult | ShopRefusal => {
    const member = byMailbox.get(mailbox);
    if (!member) return { refused: enabled.includes(mailbox) ? 'no_shop' : 'unauthorised' };
    if (member.office === 1) return { refused: 'office' };
    if (member.keyId !== keyId) return { refused: 'other_key', shop: shopOf(member) };
    const { shop } = member;
    const ofShop = claims.get(shop) ?? [];
    const { result, change } = judgeClaim(ofShop, member, claim, now);
    // What is known after a mere start needs no counter: that another one holds it, or that it was recorded.
    const needsNobody = change === null && member.newerKey === null && isOfStart(member.restore);
    const refusal = isNewSale(claim) && !needsNobody ? restoreRefusal(member, waiting) : null;
    if (refusal) return refusal;
    if (change) {
      claims.set(shop, [...ofShop.filter(({ id }) => id !== change.id), { ...change, shop }]);
      changes.set(`${shop} ${change.id}`, { shop, claim: change });
    }
    return result;
  };
  const result = requests.map(decide);
  const movesOn = ({ shop, id, product }: ClaimRow): boolean => {
    const change = changes.get(`${shop} ${id}`)?.claim;
    return change?.holds === true && change.product !== product;
  };
  const released = rows.filter((row) => row.holds === 1 && movesOn(row)).map(({ shop, id }) => ({ shop, id }));
  const changed = [...changes.values()].toSorted((one, other) => Number(one.claim.holds) - Number(other.claim.holds));
  return { result, writes: { released, changed } };
}

const toStored = ({ holds, isRevoked, isSealed, ...row }: ClaimRow): StoredClaim & { shop: number } => ({
  ...row,
  holds: holds === 1,
  isRevoked: isRevoked === 1,
  isSealed: isSealed === 1,
});

/** How many are named; not how many are looked at: without one of them a shop would sell what waits. */
const maxWaitingNames = 100;

/** Why no new sale is claimed now; null: it may be. */
function restoreRefusal(
  { shop, restore, newerKey }: Member,
  waiting: ClaimFacts['waiting'],
): Extract<ShopRefusal, { refused: 'restored' }> | null {
  const names = restore === null ? [] : waiting.filter((one) => one.shop === shop).map(({ name }) => name);
  const isRefused = names.length > 0 || isOfRoster(restore) || newerKey !== null;
  return isRefused ? { refused: 'restored', waiting: names.slice(0, maxWaitingNames) } : null;
}

/** What a later version of a claim changes. */
const replaced = ['version', 'state', 'product', 'number', 'day', 'holds', 'since', 'changed_at', 'sealed'];

/** How an engine says what a list is. Of a subquery each has another form that it looks up in an index. */
export interface ListForms {
  /** a query of a list in the parameter of JSON */
  list(name: keyof ClaimKeys): string;
  /** the condition that a column is among what a query answers */
  among(column: string, query: string): string;
  /** the condition that a column is one of the shops, where their numbers come with the keys; else they are looked up */
  ofShops?(column: string): string;
}

/** But for the sale itself. */
const columns = `shop, id, mailbox, counter, version, state, product, number, day, holds, since, changed_at as "changedAt",
  case when sealed is null then 0 else 1 end as "isSealed"`;

/** The statements of a decision, the same on both engines but for how a list is read. Each part of `claims` has its index. */
export function claimStatements({ list, among, ...forms }: ListForms) {
  const isEnabled = `${among('m.id', list('mailboxes'))} and m.disabled_at is null`;
  const ofShops = forms.ofShops ?? ((column) => among(column, `select m.shop from mailboxes m where ${isEnabled}`));
  return {
    members: `select ${memberOf} from mailboxes m join shops s on s.number = m.shop where ${isEnabled} order by s.number`,
    enabled: `select m.id from mailboxes m where ${isEnabled}`,
    // Each part by itself: for all at once a plan may read the claims of all shops.
    claims: `select c.*, case when m.number is null then 1 else 0 end as "isRevoked"
      from (
        select ${columns} from claims where ${ofShops('shop')} and ${among('id', list('ids'))}
        union
        select ${columns} from claims where ${ofShops('shop')} and ${among('number', list('numbers'))}
          and (state in ('tentative', 'unresolved') or (state = 'success' and ${among('day', list('days'))}))
        union
        select ${columns} from claims where ${ofShops('shop')} and holds = 1 and ${among('product', list('products'))}
      ) c left join mailboxes m on m.number = c.mailbox and m.shop = c.shop and m.disabled_at is null`,
    waiting: `select w.shop, w.name from mailboxes w join shops s on s.number = w.shop
      where s.restore_id is not null and w.office = 0 and w.disabled_at is null and (w.compared is null or w.compared <> s.restore_id)
        and ${ofShops('w.shop')}
      order by w.name`,
    onConflict: `on conflict (shop, id) do update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  };
}
