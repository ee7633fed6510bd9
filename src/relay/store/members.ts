import { sql } from 'kysely';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';

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
