import { sql } from 'kysely';
import type { PostedNotice } from '../../shared/wire/office.ts';
import { isOfRoster, isOfStart } from '../../shared/wire/shop.ts';
import {
  type Joining,
  type MailboxState,
  maxBytesOfMailbox,
  maxNoticesOfMailbox,
  type NoticeStore,
  type ShopState,
  type ShopStore,
} from '../core/store.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { canJoin, changeCounters, changeDirectory, lockShop, roleColumn } from './mailbox-repository.ts';
import { shopOf } from './member-row.ts';
import { lockMembers, refusalOf } from './members.ts';

/** See ShopStore. */
export function shopRepository(engine: Engine): ShopStore {
  const { db } = engine;
  /** A transaction that holds a shop. */
  const inShop = <Result>(id: string, work: (tx: Tx, shop: number) => Promise<Result>) =>
    changeDirectory(engine, async (tx): Promise<Result | 'unknown_shop'> => {
      const shop = await lockShop(engine, tx, id);
      return shop === undefined ? 'unknown_shop' : work(tx, shop);
    });
  const update = async (
    tx: Tx,
    mailbox: string,
    shop: number,
    to: { shop: null; former_shop: number } | { disabled_at: string },
  ) => {
    const changed = tx.updateTable('mailboxes').set(to).where('id', '=', mailbox).where('shop', '=', shop);
    return changeCounters(engine, tx, mailbox, async () => (await changed.executeTakeFirst()).numUpdatedRows > 0n);
  };
  return {
    createShop: async ({ id, name, createdAt }) => {
      await db.insertInto('shops').values({ id, name, created_at: createdAt }).execute();
    },
    listShops: () => listShops(db),
    addToShop: (shop, mailbox) => changeDirectory(engine, (tx) => addToShop(engine, tx, shop, mailbox)),
    removeFromShop: (shop, mailbox) =>
      inShop(shop, async (tx, number) =>
        (await update(tx, mailbox, number, { shop: null, former_shop: number })) ? 'removed' : 'not_in_shop',
      ),
    deleteShop: (shop) => inShop(shop, deleteShop),
    trustShopKey: (shop, keyId, at) =>
      inShop(shop, async (tx, number) => {
        const newer = await firstRow(tx)`select 1 from shops where number = ${number} and newer_key_id = ${keyId}`;
        if (newer === undefined) return 'no_such_key';
        await forgetKey(tx, number);
        await sql`update shops set key_id = ${keyId}, key_at = ${at} where number = ${number}`.execute(tx);
        return 'trusted';
      }),
    rotateShopKey: (shop, revoked) =>
      inShop(shop, async (tx, number) => {
        if (revoked && !(await update(tx, revoked.mailbox, number, { disabled_at: revoked.at }))) return 'not_in_shop';
        await forgetKey(tx, number);
        return 'rotated';
      }),
  };
}

async function listShops(db: Tx): Promise<ShopState[]> {
  const shops = await rowsOf<
    Omit<ShopState, 'mailboxes' | 'newerKey' | 'waiting' | 'lacksCounters'> & {
      number: number;
      restore: string | null;
      newerKeyId: string | null;
      newerKeyBy: string | null;
    }
  >(db)`
    select s.number, s.id, s.name, s.key_id as "keyId", s.key_at as "keyAt", s.created_at as "createdAt",
      s.restore_id as restore, s.newer_key_id as "newerKeyId", s.newer_key_by as "newerKeyBy",
      (select count(*) from claims c where c.shop = s.number and c.state = 'unresolved') as unresolved
    from shops s order by s.created_at, s.id`;
  const mailboxes = await rowsOf<
    Pick<MailboxState, 'id' | 'name' | 'role'> & { shop: number; disabled: number; compared: string | null }
  >(db)`
    select m.id, m.name, m.shop, m.compared, ${roleColumn}, case when m.disabled_at is null then 0 else 1 end as disabled
    from mailboxes m where m.shop is not null order by m.created_at, m.id`;
  const byShop = Map.groupBy(mailboxes, ({ shop }) => shop);
  return shops.map(({ number, id, name, keyId, keyAt, createdAt, unresolved, restore, newerKeyId, newerKeyBy }) => ({
    id,
    name,
    keyId,
    keyAt,
    createdAt,
    unresolved,
    newerKey: newerKeyId === null ? null : { keyId: newerKeyId, counter: newerKeyBy ?? '' },
    lacksCounters: isOfRoster(restore),
    // After a mere start the wait is over before anybody has read of it.
    waiting: (isOfStart(restore) ? [] : (byShop.get(number) ?? []))
      .filter((one) => one.role === 'counter' && one.disabled === 0 && restore !== null && one.compared !== restore)
      .map((one) => one.name),
    mailboxes: (byShop.get(number) ?? []).map(({ id, name, role, disabled }) => ({
      id,
      name,
      role,
      disabled: disabled === 1,
    })),
  }));
}

async function addToShop(
  engine: Engine,
  tx: Tx,
  shop: string,
  mailbox: string,
): Promise<Joining | 'unknown_mailbox' | 'in_another'> {
  const row = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('shops as s', 's.number', 'm.shop')
    .select(['m.name', 's.id as shop'])
    .where('m.id', '=', mailbox)
    .executeTakeFirst();
  if (!row) return 'unknown_mailbox';
  if (row.shop === shop) return 'joined';
  if (row.shop !== null) return 'in_another';
  const number = await canJoin(engine, tx, shop, row.name);
  if (typeof number === 'string') return number;
  // Its counter may have been in the shop before an older copy was put back: what it has open is posted first.
  const joined = { shop: number, former_shop: null, compared: null };
  const joining = tx.updateTable('mailboxes').set(joined).where('id', '=', mailbox);
  await changeCounters(engine, tx, mailbox, () => joining.execute());
  return 'joined';
}

async function deleteShop(tx: Tx, number: number): Promise<'deleted' | 'not_empty'> {
  if (await firstRow(tx)`select 1 from mailboxes where shop = ${number}`) return 'not_empty';
  await sql`delete from claims where shop = ${number}`.execute(tx);
  await sql`delete from shop_notices where shop = ${number}`.execute(tx);
  await sql`delete from shop_rosters where shop = ${number}`.execute(tx);
  await sql`update mailboxes set former_shop = null where former_shop = ${number}`.execute(tx);
  await sql`delete from shops where number = ${number}`.execute(tx);
  return 'deleted';
}

/** What was claimed under the key counts for every product until its counters post it again. */
async function forgetKey(tx: Tx, shop: number): Promise<void> {
  await sql`
    update shops set key_id = null, key_at = null, newer_key_id = null, newer_key_by = null where number = ${shop}`.execute(
    tx,
  );
  // No counter opens them with the next key. Their numbers are not issued again.
  await sql`delete from shop_notices where shop = ${shop}`.execute(tx);
  await sql`
    update claims set product = '', number = '', holds = 0, sealed = null
    where shop = ${shop} and state in ('tentative', 'unresolved') and state = 'unresolved'`.execute(tx);
}

const noticesPerPage = 200;

/** See NoticeStore. */
export function noticeRepository(engine: Engine): NoticeStore {
  const readShop = engine.prepare(sql<{ shop: number | null }>`
    select shop from mailboxes where id = ${''} and disabled_at is null`);
  const readMembers = engine.prepare(sql<{ id: string }>`
    select o.id from mailboxes m join mailboxes o on o.shop = m.shop and o.disabled_at is null where m.id = ${''}`);
  const readAfter = engine.prepare(sql<Omit<PostedNotice, 'sealed' | 'keyId'> & { seq: number; sealed: Buffer }>`
    select n.seq, n.id, n.topic, n.sealed from shop_notices n
    left join mailboxes o on o.number = n.mailbox and o.shop = n.shop and o.office = 1 and o.disabled_at is null
    where n.shop = ${0} and n.seq > ${0} and length(n.sealed) > 0 and (n.topic = 'erasure' or o.number is not null)
    order by n.seq limit ${1}`);
  return {
    post: (mailbox, { id, topic, keyId, sealed: text }, at) =>
      engine.write(async (tx) => {
        const member = (await lockMembers(engine, tx, [mailbox])).get(mailbox);
        if (!member) return refusalOf(tx, mailbox);
        if (topic === 'office' && member.office === 0) return { refused: 'no_office' };
        if (member.keyId !== keyId) return { refused: 'other_key', shop: shopOf(member) };
        const { shop } = member;
        const row = await firstRow<{ seq: number }>(tx)`
          select seq from shop_notices where shop = ${shop} and id = ${id}`;
        if (row) return row;
        const replaced = topic === 'office' ? sql`topic = 'office'` : sql`false`;
        const sums = await firstRow<{ count: number; bytes: number }>(tx)`
          select count(*) as count, cast(coalesce(sum(case when ${replaced} then 0 else length(sealed) end), 0) as bigint) as bytes
          from shop_notices where shop = ${shop} and mailbox = ${member.mailbox}`;
        const sealed = Buffer.from(text, 'base64');
        const { count = 0, bytes = 0 } = sums ?? {};
        if (count >= maxNoticesOfMailbox || bytes + sealed.length > maxBytesOfMailbox) return { refused: 'full' };
        // Their ids stay for a while: one that is posted again must not take the place of its successor.
        await sql`
          update shop_notices set sealed = ${Buffer.alloc(0)}
          where shop = ${shop} and ${replaced} and length(sealed) > 0`.execute(tx);
        const raised = await firstRow<{ seq: number }>(tx)`
          update shops set notices = notices + 1 where number = ${shop} returning notices as seq`;
        const seq = raised?.seq ?? 0;
        await tx
          .insertInto('shop_notices')
          .values({ shop, seq, id, mailbox: member.mailbox, topic, sealed, posted_at: at })
          .execute();
        return { seq };
      }),
    after: async (mailbox, after) => {
      const [member] = await readShop(mailbox);
      if (!member) return { refused: 'unauthorised' };
      if (member.shop === null) return { refused: 'no_shop' };
      const rows = await readAfter(member.shop, after, noticesPerPage + 1);
      const notices = rows.slice(0, noticesPerPage).map(({ seq, id, topic, sealed }) => ({
        seq,
        id,
        topic,
        sealed: sealed.toString('base64'),
      }));
      return { notices, more: rows.length > noticesPerPage };
    },
    membersOf: async (mailbox) => (await readMembers(mailbox)).map(({ id }) => id),
    prune: ({ erasuresBefore, replacedBefore, limit }) => changed(engine.db)`
        delete from shop_notices where (shop, seq) in (
          select shop, seq from shop_notices
          where (topic = 'erasure' and posted_at < ${erasuresBefore}) or (length(sealed) = 0 and posted_at < ${replacedBefore})
          order by shop, seq limit ${limit}
        )`,
  };
}
