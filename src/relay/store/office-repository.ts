import { sql } from 'kysely';
import type { OfficeStore } from '../core/shop-store.ts';
import type { Engine } from './engine.ts';
import { type MemberRow, memberColumns, shopOf } from './members.ts';
import { type LogRow, logColumns, type Nullable, toLog } from './shipped-log-repository.ts';

interface CounterRow extends Omit<MemberRow, 'shopId'> {
  shopId: string | null;
  /** null: the shop has no counter */
  counter: string | null;
  name: string;
  isRevoked: number;
}

/** The counters of a shop `s`, and those that were removed from it: their logs are of that shop. */
const isCounterOf = sql`(c.shop = s.number or c.former_shop = s.number) and c.office = 0`;

/** See OfficeStore. */
export function officeRepository(engine: Engine): OfficeStore {
  const readCounters = engine.prepare(sql<CounterRow & Nullable<Omit<LogRow, 'number'>>>`
    select ${memberColumns}, c.id as counter, c.name,
      case when c.shop = s.number and c.disabled_at is null then 0 else 1 end as "isRevoked", ${logColumns}
    from mailboxes m left join shops s on s.number = m.shop
    left join mailboxes c on ${isCounterOf} and m.office = 1
    left join shipped_logs l on l.mailbox = c.number
    where m.id = ${''} and m.disabled_at is null order by c.number`);
  const readAccess = engine.prepare(sql<{ office: number; shop: number | null; counter: number | null }>`
    select m.office, m.shop, c.number as counter from mailboxes m left join shops s on s.number = m.shop
    left join mailboxes c on ${isCounterOf} and c.id = ${''}
    where m.id = ${''} and m.disabled_at is null`);
  const readOffices = engine.prepare(sql<{ id: string }>`
    select o.id from mailboxes c join mailboxes o on o.shop = coalesce(c.shop, c.former_shop) and o.office = 1
    where c.id = ${''}`);
  return {
    counters: async (office) => {
      const rows = await readCounters(office);
      const [first] = rows;
      if (!first) return { refused: 'unauthorised' };
      if (first.office === 0) return { refused: 'no_office' };
      const { shopId, ...member } = first;
      if (shopId === null) return { refused: 'no_shop' };
      const counters = rows.flatMap(({ counter, name, isRevoked, ...log }) =>
        counter === null ? [] : { mailbox: counter, name, isRevoked: isRevoked === 1, log: toLog(log) },
      );
      return { shop: shopOf({ ...member, shopId }), counters };
    },
    refusal: async (office, counter) => {
      const [access] = await readAccess(counter, office);
      if (!access) return { refused: 'unauthorised' };
      if (access.office === 0) return { refused: 'no_office' };
      if (access.shop === null) return { refused: 'no_shop' };
      return access.counter === null ? { refused: 'unknown' } : null;
    },
    officesOf: async (counter) => (await readOffices(counter)).map(({ id }) => id),
  };
}
