import { type RawBuilder, sql } from 'kysely';
import {
  type ClaimResult,
  isOfRoster,
  isOfStart,
  maxOpenClaims,
  type PostedRestore,
  type RestoreState,
  rosterPrefix,
  type ShopOfMailbox,
} from '../../shared/wire/shop.ts';
import {
  type ClaimAsk,
  type ClaimChange,
  type ClaimStore,
  isNewSale,
  judgeClaim,
  liveBetween,
  ownClaims,
  type ShopRefusal,
  type StoredClaim,
} from '../core/claims.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { lockMembers, type Member, memberOf, refusalOf, shopOf } from './members.ts';

interface ClaimRow extends Omit<StoredClaim, 'holds' | 'isRevoked' | 'isSealed'> {
  shop: number;
  holds: number;
  isRevoked: number;
  isSealed: number;
}

/** With `c` for the claim, and `m` for its counter's mailbox while that is in the shop and enabled. */
const claimColumns = sql`c.shop, c.id, c.mailbox, c.counter, c.version, c.state, c.product, c.number, c.day, c.holds,
   c.since, c.changed_at as "changedAt", case when m.number is null then 1 else 0 end as "isRevoked",
   case when c.sealed is null then 0 else 1 end as "isSealed"`;
const withMailbox = sql`claims c left join mailboxes m on m.number = c.mailbox and m.shop = c.shop and m.disabled_at is null`;

/** The condition of the index of open claims. */
const isOpenState = sql`c.state in ('tentative', 'unresolved')`;

/** See ClaimStore. Each transaction locks its shops first, in one order: claims of a shop are decided one after another. */
export function claimRepository(engine: Engine): ClaimStore {
  const openClaims = prepareOpenClaims(engine);
  const countOpen = engine.prepare(sql<{ count: number }>`
    select count(*) as count from claims c where ${isOpenState} and c.state = 'unresolved'`);

  /** Runs a transaction of one counter, which keeps all others of its shop out. */
  const asCounter = <Result>(mailbox: string, work: (tx: Tx, member: Member) => Promise<Result | ShopRefusal>) =>
    engine.write(async (tx): Promise<Result | ShopRefusal> => {
      const member = (await lockMembers(engine, tx, [mailbox])).get(mailbox);
      if (!member) return refusalOf(tx, mailbox);
      return member.office === 1 ? { refused: 'office' } : work(tx, member);
    });

  return {
    recordClaims: (requests, now) => engine.write((tx) => recordClaims(engine, tx, requests, now)),
    openClaims,
    settleClaim: (mailbox, { id, outcome }, now) =>
      asCounter<null>(mailbox, async (tx, { shop }) => {
        const claim = await firstRow<ClaimRow>(tx)`
          select ${claimColumns} from ${withMailbox} where c.shop = ${shop} and c.id = ${id}`;
        if (!claim) return { refused: 'unknown' };
        if (claim.isRevoked === 0) return { refused: 'not_revoked' };
        if (claim.state === outcome) return null;
        if (claim.state !== 'unresolved' && claim.state !== 'tentative') return { refused: 'settled' };
        await sql`
          update claims set state = ${outcome}, holds = 0, sealed = null, changed_at = ${new Date(now).toISOString()}
          where shop = ${shop} and id = ${id}`.execute(tx);
        return null;
      }),
    setShopKey: (mailbox, { keyId, replaces }, at) =>
      asCounter<ShopOfMailbox>(mailbox, async (tx, member) => {
        const shop = { ...shopOf(member), keyId };
        if (member.keyId === keyId) return shop;
        if (member.keyId !== null) {
          if (member.keyId === replaces && member.newerKey === null)
            await sql`
              update shops set newer_key_id = ${keyId}, newer_key_by = ${member.counter} where number = ${member.shop}`.execute(
              tx,
            );
          return { refused: 'other_key', shop: shopOf(member) };
        }
        await sql`update shops set key_id = ${keyId}, key_at = ${at} where number = ${member.shop}`.execute(tx);
        return shop;
      }),
    postRestore: (mailbox, posted, id) => asCounter(mailbox, (tx, member) => postRestore(tx, member, posted, id)),
    countUnresolved: async () => (await countOpen())[0]?.count ?? 0,
    pruneClaims: ({ before, limit }) =>
      engine.write(async (tx) => {
        const isOld = sql`c.state <> 'unresolved' and c.changed_at < ${before}`;
        const shop = await firstRow<{ number: number }>(tx)`
          select number from shops
          where number = (select c.shop from claims c where ${isOld} order by c.changed_at limit 1)
          ${sql.raw(engine.lockClause)}`;
        if (!shop) return 0;
        return changed(tx)`
          delete from claims where shop = ${shop.number} and id in (
            select c.id from claims c where ${isOld} and c.shop = ${shop.number} limit ${limit}
          )`;
      }),
  };
}

async function recordClaims(
  engine: Engine,
  tx: Tx,
  requests: readonly ClaimAsk[],
  now: number,
): Promise<Array<ClaimResult | ShopRefusal>> {
  const members = await lockMembers(
    engine,
    tx,
    requests.map(({ mailbox }) => mailbox),
  );
  const claims = await readRelated(tx, [...members.values()], requests);
  const held = [...claims].flatMap(([shop, all]) =>
    all.filter(({ holds }) => holds).map(({ id, product }) => ({ shop, id, product })),
  );
  const changes = new Map<string, { shop: number; claim: ClaimChange }>();
  const refused = new Map<number, Promise<ShopRefusal | null>>();
  const decide = async ({ mailbox, keyId, claim }: ClaimAsk): Promise<ClaimResult | ShopRefusal> => {
    const member = members.get(mailbox);
    if (!member) return refusalOf(tx, mailbox);
    if (member.office === 1) return { refused: 'office' };
    if (member.keyId !== keyId) return { refused: 'other_key', shop: shopOf(member) };
    const { shop } = member;
    const ofShop = claims.get(shop) ?? [];
    const { result, change } = judgeClaim(ofShop, member, claim, now);
    // What is known after a mere start needs no counter: that another one holds it, or that it was recorded.
    const isKnown = change === null && member.newerKey === null && isOfStart(member.restore);
    if (isNewSale(claim) && !isKnown) {
      const refusal = refused.get(shop) ?? restoreRefusal(tx, member);
      refused.set(shop, refusal);
      const isRefused = await refusal;
      if (isRefused) return isRefused;
    }
    if (change) {
      claims.set(shop, [...ofShop.filter(({ id }) => id !== change.id), change]);
      changes.set(`${shop} ${change.id}`, { shop, claim: change });
    }
    return result;
  };
  const results: Array<ClaimResult | ShopRefusal> = [];
  for (const request of requests) results.push(await decide(request));
  const isChanged = ({ shop, id, product }: (typeof held)[number]): boolean => {
    const change = changes.get(`${shop} ${id}`)?.claim;
    return change?.holds === true && change.product !== product;
  };
  // Two claims of a counter may have changed places.
  for (const { shop, id } of held.filter(isChanged))
    await sql`update claims set holds = 0 where shop = ${shop} and id = ${id}`.execute(tx);
  await writeClaims(tx, [...changes.values()]);
  return results;
}

function prepareOpenClaims(engine: Engine): ClaimStore['openClaims'] {
  const readMember = engine.prepare(sql<Omit<Member, 'shop'> & { shop: number | null }>`
    select ${memberOf} from mailboxes m left join shops s on s.number = m.shop
    where m.id = ${''} and m.disabled_at is null`);
  const readOpen = (whose: RawBuilder<unknown>, sealed: RawBuilder<unknown>) =>
    engine.prepare(sql<ClaimRow & { sealed: Buffer | null }>`
      select ${claimColumns}, ${sealed} as sealed from ${withMailbox}
      where c.shop = ${0} and ${isOpenState} and c.mailbox ${whose} ${0}
        and (c.state = 'unresolved' or (c.changed_at > ${''} and c.changed_at < ${''}))
      order by c.since, c.id limit ${1}`);
  const [readOwn, readOthers] = [readOpen(sql`=`, sql`c.sealed`), readOpen(sql`<>`, sql`null`)];
  return async (mailbox, now) => {
    const [member] = await readMember(mailbox);
    if (!member) return { refused: 'unauthorised' };
    if (member.shop === null) return { refused: 'no_shop' };
    if (member.office === 1) return { refused: 'office' };
    const { after, before } = liveBetween(now);
    const [own, others] = await Promise.all(
      [readOwn, readOthers].map((read) => read(member.shop, member.mailbox, after, before, maxOpenClaims)),
    );
    const { restore: id, shop } = member;
    return {
      ...(id === null ? {} : { restore: { id, waiting: await waitingCounters(engine.db, { shop, restore: id }) } }),
      own: ownClaims(
        (own ?? []).map((claim) => Object.assign(claim, { sealed: claim.sealed?.toString('base64') ?? null })),
      ),
      others: (others ?? []).map(({ id, counter, state, since, day, isRevoked }) => ({
        id,
        counter,
        state,
        since,
        day,
        isRevoked: isRevoked === 1,
      })),
    };
  };
}

async function postRestore(
  tx: Tx,
  { shop, mailbox, restore }: Member,
  posted: PostedRestore,
  id: string,
): Promise<RestoreState> {
  const unknown = await unknownRosters(tx, shop, posted.rosters ?? []);
  const lacksCounters = unknown.length > 0;
  // Every counter may have seen them: they are news once.
  for (const roster of lacksCounters ? unknown : [])
    await sql`insert into shop_rosters (shop, roster) values (${shop}, ${roster})`.execute(tx);
  // One that names rosters which are no news says nothing of claims.
  const lacksClaims = posted.step === 'noticed' && posted.rosters === undefined;
  const isNew = lacksCounters || (lacksClaims && (restore === null || isOfStart(restore)));
  const present = lacksCounters ? `${rosterPrefix}${id}` : isNew ? id : restore;
  if (isNew) await sql`update shops set restore_id = ${present} where number = ${shop}`.execute(tx);
  // What is said of another restore says nothing of this one.
  if (present === null || (posted.step !== 'noticed' && posted.id !== present))
    return present === null
      ? {}
      : { restore: { id: present, waiting: await waitingCounters(tx, { shop, restore: present }) } };
  if (posted.step === 'compared')
    await sql`update mailboxes set compared = ${present} where number = ${mailbox}`.execute(tx);
  const waiting = posted.step === 'accepted' ? [] : await waitingCounters(tx, { shop, restore: present });
  const isOver = posted.step === 'accepted' || (waiting.length === 0 && !isOfRoster(present));
  if (!isOver) return { restore: { id: present, waiting } };
  await sql`update shops set restore_id = null where number = ${shop}`.execute(tx);
  return {};
}

/** The claims that these are decided by, by shop. */
async function readRelated(
  tx: Tx,
  members: readonly Member[],
  requests: readonly ClaimAsk[],
): Promise<Map<number, StoredClaim[]>> {
  if (members.length === 0) return new Map();
  const posted = requests.map(({ claim }) => claim);
  const list = (values: ReadonlyArray<string | number>) => sql`(${sql.join([...new Set(values)])})`;
  const days = list(posted.map(({ day }) => day));
  // Each part of the condition has its index.
  const rows = await rowsOf<ClaimRow>(tx)`
    select ${claimColumns} from ${withMailbox}
    where c.shop in ${list(members.map(({ shop }) => shop))} and (
      c.id in ${list(posted.map(({ id }) => id))}
      or (c.number in ${list(['', ...posted.map(({ number }) => number)])}
        and (c.state in ('tentative', 'unresolved') or (c.state = 'success' and c.day in ${days})))
      or (c.holds = 1 and c.product in ${list(posted.map(({ product }) => product))})
    )`;
  return Map.groupBy(
    rows.map((row) =>
      Object.assign(row, {
        holds: row.holds === 1,
        isRevoked: row.isRevoked === 1,
        isSealed: row.isSealed === 1,
      }),
    ),
    ({ shop }) => shop,
  );
}

/** What a later version of a claim changes. */
const replaced = ['version', 'state', 'product', 'number', 'day', 'holds', 'since', 'changed_at', 'sealed'] as const;

function toRow({ shop, claim }: { shop: number; claim: ClaimChange }) {
  const { isRevoked: _isRevoked, isSealed: _isSealed, holds, changedAt, sealed, ...same } = claim;
  const bytes = sealed === null ? null : Buffer.from(sealed, 'base64');
  return { ...same, shop, holds: Number(holds), changed_at: changedAt, sealed: bytes };
}

async function writeClaims(tx: Tx, changes: ReadonlyArray<{ shop: number; claim: ClaimChange }>): Promise<void> {
  if (changes.length === 0) return;
  // Those that hold last: they may take the place of one that is released with them.
  const rows = changes.toSorted((one, other) => Number(one.claim.holds) - Number(other.claim.holds)).map(toRow);
  await tx
    .insertInto('claims')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['shop', 'id'])
        .doUpdateSet((row) => Object.fromEntries(replaced.map((column) => [column, row.ref(`excluded.${column}`)]))),
    )
    .execute();
}

/** Those that a shop never had, as far as this database knows. */
async function unknownRosters(tx: Tx, shop: number, rosters: readonly string[]): Promise<string[]> {
  if (rosters.length === 0) return [];
  const rows = await rowsOf<{ roster: string }>(tx)`
    select roster from shop_rosters where shop = ${shop} and roster in (${sql.join(rosters)})`;
  return [...new Set(rosters)].filter((roster) => !rows.some((one) => one.roster === roster));
}

/** The counters of a shop that have not compared since the relay was put back to an older copy, by name. */
async function waitingCounters(db: Tx | Engine['db'], { shop, restore }: { shop: number | null; restore: string }) {
  const rows = await rowsOf<{ name: string }>(db)`
    select name from mailboxes where shop = ${shop} and office = 0 and disabled_at is null
      and (compared is null or compared <> ${restore}) order by name limit 100`;
  return rows.map(({ name }) => name);
}

/** Why no new sale is claimed now; null: it may be. */
async function restoreRefusal(tx: Tx, { shop, restore, newerKey }: Member): Promise<ShopRefusal | null> {
  const waiting = restore === null ? [] : await waitingCounters(tx, { shop, restore });
  return waiting.length > 0 || isOfRoster(restore) || newerKey !== null ? { refused: 'restored', waiting } : null;
}
