import { z } from 'zod';
import { KonterError } from '../../shared/contract/errors.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { prepareRecordErasure } from '../customers/index.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import { customerKey, selectSales, unresolvedSql } from '../db/sale-rows.ts';
import { immediateTransaction, jsonText, lazy, statement } from '../db/statements.ts';

const StoredMember = z.object({
  id: z.string(),
  name: z.string(),
  payer: z.string(),
  productCode: z.string(),
  customerNo: z.string(),
  /** ISO 8601 UTC */
  refusedAt: z.iso.datetime().nullable(),
  refusal: z.union([z.null(), jsonText.pipe(KonterError)]),
});
export type StoredMember = z.infer<typeof StoredMember>;

const StoredGroup = z.object({
  id: z.string(),
  name: z.string(),
  consentAt: z.iso.datetime(),
  consentBy: z.string(),
  purgeAt: z.iso.date(),
});

/** A group as stored; its members in the order of the list. */
export type StoredGroup = z.infer<typeof StoredGroup> & { members: readonly StoredMember[] };

const Summary = z.object({ id: z.string(), name: z.string(), members: z.int() });

/** A member as it is saved. One whose product and number were in the group before keeps its id and its last answer. */
export type NewMember = Pick<StoredMember, 'id' | 'name' | 'payer' | 'productCode' | 'customerNo'>;

/**
 * Saved groups of bills. They are not part of the log: what is removed leaves no trace but its id. Methods reject with DatabaseError; each
 * is durable when it resolves.
 */
export interface BillGroups {
  list(): Promise<z.infer<typeof Summary>[]>;
  get(id: string): Promise<StoredGroup | null>;
  /** Inserts or replaces the group of this id. Members that are left out go, in restored older backups too. */
  save(group: Omit<StoredGroup, 'members'>, members: readonly NewMember[]): Promise<void>;
  /** Removes a group, in restored older backups too. @returns whether there was one */
  forget(id: string, at: string): Promise<boolean>;
  /** Stores what the last inquiry of a member brought, where it left no sale; null: it left one. */
  saveRefusal(memberId: string, refusal: { at: string; error: KonterError } | null): Promise<void>;
  /**
   * the sales of a member's product and number since then, and of whatever age those whose money may be under way, newest first
   * @param since ISO 8601 UTC
   */
  salesOf(member: Pick<StoredMember, 'productCode' | 'customerNo'>, since: string): Promise<Transaction[]>;
}

interface Deps extends RepositoryDeps {
  /** of the customers' feature: names what was removed, for older backups that are restored */
  record: ReturnType<typeof prepareRecordErasure>;
}

/** The port over one open connection. */
export function sqliteBillGroups({ db, read, write, record }: Deps): BillGroups {
  const all = statement(
    db,
    `SELECT id, name, (SELECT count(*) FROM bill_group_members WHERE group_id = g.id) AS members
     FROM bill_groups g ORDER BY name COLLATE NOCASE, id`,
  );
  const one = statement(
    db,
    `SELECT id, name, consent_at AS consentAt, consent_by AS consentBy, purge_at AS purgeAt FROM bill_groups WHERE id = ?`,
  );
  const membersOf = statement(
    db,
    `SELECT id, name, payer, product_code AS productCode, customer_no AS customerNo, refused_at AS refusedAt, refusal
     FROM bill_group_members WHERE group_id = ? ORDER BY position`,
  );
  const put = statement(
    db,
    `INSERT INTO bill_groups (id, name, consent_at, consent_by, purge_at)
     VALUES (@id, @name, @consentAt, @consentBy, @purgeAt) ON CONFLICT (id) DO UPDATE
     SET name = @name, consent_at = @consentAt, consent_by = @consentBy, purge_at = @purgeAt`,
  );
  const removeMembers = statement(db, 'DELETE FROM bill_group_members WHERE group_id = ?');
  const addMember = statement(
    db,
    `INSERT INTO bill_group_members
       (id, group_id, position, name, payer, product_code, customer_no, customer_key, refused_at, refusal)
     VALUES (@id, @group, @position, @name, @payer, @productCode, @customerNo, @key, @refusedAt, @refusal)`,
  );
  const remove = statement(db, 'DELETE FROM bill_groups WHERE id = ?');
  const refuse = statement(db, 'UPDATE bill_group_members SET refused_at = ?, refusal = ? WHERE id = ?');
  const sales = lazy(() =>
    selectSales(
      db,
      `WHERE product_code = ? COLLATE NOCASE AND customer_key = ?
         AND (created_at >= ? OR ${unresolvedSql.replaceAll('state ', '+state ')} OR +state = 'inquired')
       ORDER BY created_at DESC, id DESC`,
    ),
  );
  const members = (id: string): StoredMember[] =>
    membersOf()
      .all(id)
      .map((row) => StoredMember.parse(row));
  const forgotten = (ids: readonly string[], of: string, at: string): void =>
    record({ at, digest: `saved:${of}`, sales: [], webhooks: [], saved: ids }, at, 'cashier', null);
  const save = immediateTransaction(db, (group: Omit<StoredGroup, 'members'>, added: readonly NewMember[]): void => {
    const before = new Map(members(group.id).map((member) => [memberKey(member), member]));
    put().run(group);
    removeMembers().run(group.id);
    for (const [position, member] of added.entries()) {
      const same = before.get(memberKey(member));
      before.delete(memberKey(member));
      addMember().run({
        ...member,
        id: same?.id ?? member.id,
        group: group.id,
        position,
        key: customerKey(member.customerNo),
        refusedAt: same?.refusedAt ?? null,
        refusal: same?.refusal ? JSON.stringify(same.refusal) : null,
      });
    }
    if (before.size > 0)
      forgotten(
        [...before.values()].map(({ id }) => id),
        group.id,
        group.consentAt,
      );
  });
  const forget = immediateTransaction(db, (id: string, at: string): boolean => {
    const ids = members(id).map((member) => member.id);
    if (remove().run(id).changes === 0) return false;
    forgotten([id, ...ids], id, at);
    return true;
  });
  return {
    list: () =>
      read(() =>
        all()
          .all()
          .map((row) => Summary.parse(row)),
      ),
    get: (id) =>
      read(() => {
        const row = one().get(id);
        return row === undefined ? null : { ...StoredGroup.parse(row), members: members(id) };
      }),
    save: (group, added) => write(() => save(group, added)),
    forget: (id, at) => write(() => forget(id, at)),
    saveRefusal: (memberId, refusal) =>
      write(() => void refuse().run(refusal?.at ?? null, refusal && JSON.stringify(refusal.error), memberId)),
    salesOf: ({ productCode, customerNo }, since) =>
      read(() => sales().all(productCode, customerKey(customerNo), since)),
  };
}

/** By which two lines are of one bill. */
export const memberKey = ({ productCode, customerNo }: Pick<NewMember, 'productCode' | 'customerNo'>): string =>
  `${productCode.toUpperCase()} ${customerKey(customerNo)}`;
