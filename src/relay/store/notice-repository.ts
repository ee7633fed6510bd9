import { sql } from 'kysely';
import type { PostedNotice } from '../../shared/wire/office.ts';
import { maxBytesOfMailbox, maxNoticesOfMailbox, type NoticeStore } from '../core/store.ts';
import { changed, type Engine, firstRow } from './engine.ts';
import { lockMembers, refusalOf, shopOf } from './members.ts';

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
        const known = await firstRow<{ seq: number }>(tx)`
          select seq from shop_notices where shop = ${shop} and id = ${id}`;
        if (known) return known;
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
