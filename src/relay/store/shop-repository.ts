import { sql } from 'kysely';
import type { MailboxState, ShopState, ShopStore } from '../core/store.ts';
import { type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { canJoin, changeDirectory, lockShop, roleColumn } from './mailbox-repository.ts';

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
    return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
  };
  return {
    createShop: async ({ id, name, createdAt }) => {
      await db.insertInto('shops').values({ id, name, created_at: createdAt }).execute();
    },
    listShops: async () => {
      const shops = await rowsOf<Omit<ShopState, 'mailboxes'> & { number: number }>(db)`
        select s.number, s.id, s.name, s.key_id as "keyId", s.created_at as "createdAt",
          (select count(*) from claims c where c.shop = s.number and c.state = 'unresolved') as unresolved
        from shops s order by s.created_at, s.id`;
      const mailboxes = await rowsOf<Pick<MailboxState, 'id' | 'name' | 'role'> & { shop: number; disabled: number }>(
        db,
      )`
        select m.id, m.name, m.shop, ${roleColumn}, case when m.disabled_at is null then 0 else 1 end as disabled
        from mailboxes m where m.shop is not null order by m.created_at, m.id`;
      const byShop = Map.groupBy(mailboxes, ({ shop }) => shop);
      return shops.map(({ number, id, name, keyId, createdAt, unresolved }) => ({
        id,
        name,
        keyId,
        createdAt,
        unresolved,
        mailboxes: (byShop.get(number) ?? []).map(({ id, name, role, disabled }) => ({
          id,
          name,
          role,
          disabled: disabled === 1,
        })),
      }));
    },
    addToShop: (shop, mailbox) =>
      changeDirectory(engine, async (tx) => {
        const known = await tx
          .selectFrom('mailboxes as m')
          .leftJoin('shops as s', 's.number', 'm.shop')
          .select(['m.name', 's.id as shop'])
          .where('m.id', '=', mailbox)
          .executeTakeFirst();
        if (!known) return 'unknown_mailbox';
        if (known.shop === shop) return 'joined';
        if (known.shop !== null) return 'in_another';
        const number = await canJoin(engine, tx, shop, known.name);
        if (typeof number === 'string') return number;
        await tx.updateTable('mailboxes').set({ shop: number, former_shop: null }).where('id', '=', mailbox).execute();
        return 'joined';
      }),
    removeFromShop: (shop, mailbox) =>
      inShop(shop, async (tx, number) =>
        (await update(tx, mailbox, number, { shop: null, former_shop: number })) ? 'removed' : 'not_in_shop',
      ),
    deleteShop: (shop) =>
      inShop(shop, async (tx, number) => {
        if (await firstRow(tx)`select 1 from mailboxes where shop = ${number}`) return 'not_empty';
        await sql`delete from claims where shop = ${number}`.execute(tx);
        await sql`delete from shop_notices where shop = ${number}`.execute(tx);
        await sql`update mailboxes set former_shop = null where former_shop = ${number}`.execute(tx);
        await sql`delete from shops where number = ${number}`.execute(tx);
        return 'deleted';
      }),
    rotateShopKey: (shop, revoked) =>
      inShop(shop, async (tx, number) => {
        if (revoked && !(await update(tx, revoked.mailbox, number, { disabled_at: revoked.at }))) return 'not_in_shop';
        await sql`update shops set key_id = null where number = ${number}`.execute(tx);
        // No counter opens them with the next key. Their numbers are not issued again.
        await sql`delete from shop_notices where shop = ${number}`.execute(tx);
        await sql`
          update claims set product = '', number = '', holds = 0, sealed = null
          where shop = ${number} and state in ('tentative', 'unresolved') and state = 'unresolved'`.execute(tx);
        return 'rotated';
      }),
  };
}
