import { sql } from 'kysely';
import type { ShopRefusal } from '../core/claims.ts';
import type { OfficeStore } from '../core/store.ts';
import { type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import { type Member, type MemberRow, memberColumns, memberOf, shopOf } from './member-row.ts';
import { type LogRow, logColumns, toLog } from './shipped-log-repository.ts';
import type { Nullable } from './tables.ts';

/** Locks the shops of these mailboxes. A mailbox that is in none, disabled or unknown has no entry. */
export async function lockMembers(engine: Engine, tx: Tx, mailboxes: readonly string[]): Promise<Map<string, Member>> {
  const lock = engine.lockClause === '' ? sql`` : sql`${sql.raw(engine.lockClause)} of s`;
  const rows = await rowsOf<Member>(tx)`
    select ${sql.raw(memberOf)} from mailboxes m join shops s on s.number = m.shop
    where m.id in (${sql.join([...new Set(mailboxes)])}) and m.disabled_at is null order by s.number ${lock}`;
  return new Map(rows.map((member) => [member.id, member]));
}

/** Why a mailbox is no member. */
export async function refusalOf(tx: Tx, mailbox: string): Promise<ShopRefusal> {
  const row = await firstRow(tx)`select 1 from mailboxes where id = ${mailbox} and disabled_at is null`;
  return { refused: row === undefined ? 'unauthorised' : 'no_shop' };
}

interface CounterRow extends Omit<MemberRow, 'shopId'> {
  shopId: string | null;
  /** null: the shop has no counter */
  counter: string | null;
  name: string;
  isRevoked: number;
  storedAt: string | null;
}

/** The counters of a shop `s`, and those that were removed from it: their logs are of that shop. */
const isCounterOf = sql`(c.shop = s.number or c.former_shop = s.number) and c.office = 0`;

/** See OfficeStore. */
export function officeRepository(engine: Engine): OfficeStore {
  const readCounters = engine.prepare(sql<CounterRow & Nullable<Omit<LogRow, 'mailbox'>>>`
    select ${sql.raw(memberColumns)}, c.id as counter, c.name,
      case when c.shop = s.number and c.disabled_at is null then 0 else 1 end as "isRevoked",
      coalesce(l.stored_at, l.snapshot_at) as "storedAt", ${logColumns}
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
      const counters = rows.flatMap(({ counter, name, isRevoked, storedAt, ...log }) =>
        counter === null
          ? []
          : Object.assign(
              { mailbox: counter, name, isRevoked: isRevoked === 1, log: toLog(log) },
              storedAt === null ? {} : { storedAt },
            ),
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
