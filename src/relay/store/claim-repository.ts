import { sql } from 'kysely';
import {
  isOfRoster,
  isOfStart,
  maxOpenClaims,
  type PostedRestore,
  type RestoreState,
  rosterPrefix,
  type ShopOfMailbox,
} from '../../shared/wire/shop.ts';
import { type ClaimStore, liveBetween, ownClaims, type ShopRefusal } from '../core/claims.ts';
import { type ClaimRow, decideClaims, keysOf } from './claim-decision.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { type Member, memberOf, shopOf } from './member-row.ts';
import { lockMembers, refusalOf } from './members.ts';

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
    recordClaims: (requests, now) =>
      engine.decideClaims(keysOf(requests), (facts) => decideClaims(requests, facts, now)),
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

function prepareOpenClaims(engine: Engine): ClaimStore['openClaims'] {
  const readMember = engine.prepare(sql<Omit<Member, 'shop'> & { shop: number | null }>`
    select ${sql.raw(memberOf)} from mailboxes m left join shops s on s.number = m.shop
    where m.id = ${''} and m.disabled_at is null`);
  const isOpen = sql`${isOpenState} and (c.state = 'unresolved' or (c.changed_at > ${''} and c.changed_at < ${''}))`;
  // An expression: by the ids themselves a plan may read the claims of all shops.
  const id = sql`c.id || ''`;
  const readOwn = engine.prepare(sql<ClaimRow & { sealed: Buffer | null }>`
    select ${claimColumns}, c.sealed from ${withMailbox}
    where ${isOpen} and c.shop = ${0} and c.mailbox = ${0} and ${id} > ${''} order by ${id} limit ${1}`);
  // A supervisor settles those of revoked counters.
  const readOthers = engine.prepare(sql<ClaimRow>`
    select ${claimColumns} from ${withMailbox}
    where ${isOpen} and c.shop = ${0} and c.mailbox <> ${0}
    order by case when m.number is null then 0 else 1 end, c.since, c.id limit ${1}`);
  return async (mailbox, now, after = null) => {
    const [member] = await readMember(mailbox);
    if (!member) return { refused: 'unauthorised' };
    if (member.shop === null) return { refused: 'no_shop' };
    if (member.office === 1) return { refused: 'office' };
    const live = liveBetween(now);
    const { restore: id, shop } = member;
    const values = [live.after, live.before, shop, member.mailbox] as const;
    const [own, others] = await Promise.all([
      readOwn(...values, after ?? '', maxOpenClaims),
      after ? [] : readOthers(...values, maxOpenClaims),
    ]);
    return {
      ...(id === null ? {} : { restore: { id, waiting: await waitingCounters(engine.db, { shop, restore: id }) } }),
      ...ownClaims(
        own.map((claim) => Object.assign(claim, { sealed: claim.sealed?.toString('base64') ?? null })),
        after,
      ),
      others: others.map(({ id, counter, state, since, day, isRevoked }) => ({
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
  // Every counter may have seen them: they count as new once.
  for (const roster of lacksCounters ? unknown : [])
    await sql`insert into shop_rosters (shop, roster) values (${shop}, ${roster})`.execute(tx);
  // One that names rosters which are not new says nothing of claims.
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
