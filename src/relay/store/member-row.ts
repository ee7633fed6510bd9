import type { ShopOfMailbox } from '../../shared/wire/shop.ts';

/** A mailbox's shop, as a query reads it. */
export interface MemberRow {
  shopId: string;
  shopName: string;
  keyId: string | null;
  notices: number;
  /** 1: the mailbox is an office */
  office: number;
  restore: string | null;
  newerKey: string | null;
  /** empty: nothing was changed about its counters yet */
  roster: string;
}

/** With `m` for the mailbox and `s` for its shop. */
export const memberColumns = `s.id as "shopId", s.name as "shopName", s.key_id as "keyId", s.notices, m.office,
  s.restore_id as restore, s.newer_key_id as "newerKey", s.roster`;

export const shopOf = ({
  shopId: id,
  shopName: name,
  keyId,
  notices,
  office,
  restore,
  roster,
}: MemberRow): ShopOfMailbox => ({
  id,
  name,
  keyId,
  ...(roster === '' ? {} : { roster }),
  ...(office === 1 ? { role: 'office' as const } : {}),
  ...(notices > 0 ? { notices } : {}),
  ...(restore === null ? {} : { restore }),
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
export const memberOf = `m.id, m.number as mailbox, m.name as counter, s.number as shop, ${memberColumns}`;
