import { sql } from 'kysely';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import type { ShopRefusal } from '../core/claims.ts';
import { type Engine, firstRow, rowsOf, type Tx } from './engine.ts';

/** A mailbox's shop, as a query reads it. */
export interface MemberRow {
  shopId: string;
  shopName: string;
  keyId: string | null;
  notices: number;
  /** 1: the mailbox is an office */
  office: number;
}

/** With `m` for the mailbox and `s` for its shop. */
export const memberColumns = sql`s.id as "shopId", s.name as "shopName", s.key_id as "keyId", s.notices, m.office`;

export const shopOf = ({ shopId: id, shopName: name, keyId, notices, office }: MemberRow): ShopOfMailbox => ({
  id,
  name,
  keyId,
  ...(office === 1 ? { role: 'office' as const } : {}),
  ...(notices > 0 ? { notices } : {}),
});

/** A mailbox and its shop. */
export interface Member extends MemberRow {
  id: string;
  mailbox: number;
  /** the mailbox's name */
  counter: string;
  shop: number;
}

/** With `m` for the mailbox and `s` for its shop. */
export const memberOf = sql`m.id, m.number as mailbox, m.name as counter, s.number as shop, ${memberColumns}`;

/** Locks the shops of these mailboxes. A mailbox that is in none, disabled or unknown has no entry. */
export async function lockMembers(engine: Engine, tx: Tx, mailboxes: readonly string[]): Promise<Map<string, Member>> {
  const lock = engine.lockClause === '' ? sql`` : sql`${sql.raw(engine.lockClause)} of s`;
  const rows = await rowsOf<Member>(tx)`
    select ${memberOf} from mailboxes m join shops s on s.number = m.shop
    where m.id in (${sql.join([...new Set(mailboxes)])}) and m.disabled_at is null order by s.number ${lock}`;
  return new Map(rows.map((member) => [member.id, member]));
}

/** Why a mailbox is no member. */
export async function refusalOf(tx: Tx, mailbox: string): Promise<ShopRefusal> {
  const known = await firstRow(tx)`select 1 from mailboxes where id = ${mailbox} and disabled_at is null`;
  return { refused: known === undefined ? 'unauthorised' : 'no_shop' };
}
