import { z } from 'zod';
import { erasedNo } from '../../shared/domain/erasure.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import { prepareMailboxPositions } from '../db/metadata.ts';
import { immediateTransaction, jsonText, statement } from '../db/statements.ts';

/** An erasure as the counters of a shop notify each other of it. */
export const ShopErasure = z.object({
  id: z.string(),
  /** names the shop key under which the digest was made */
  keyId: z.string(),
  /** of the number */
  digest: z.string(),
  /** ISO 8601, by the relay's clock as far as it is known: what was sold to that number later is another matter */
  at: z.iso.datetime(),
});
export type ShopErasure = z.infer<typeof ShopErasure>;

const ErasureNotice = ShopErasure.pick({ digest: true, at: true }).extend({
  version: z.literal(1),
  /** of the digest, where it is not the key that seals the notice: the shop's key was changed since */
  keyId: ShopErasure.shape.keyId.optional(),
});

/**
 * An erasure as the relay carries it, sealed: what is not in it, and neither the number, is in the notice itself.
 * @param sealedUnder names the shop key that seals it
 */
export function writeErasureNotice({ digest, at, keyId }: ShopErasure, sealedUnder: string): Uint8Array {
  const notice = { version: 1, digest, at, ...(keyId === sealedUnder ? {} : { keyId }) } as const;
  return Buffer.from(JSON.stringify(notice satisfies z.input<typeof ErasureNotice>));
}

/** @returns null where a later version of Konter made it */
export function readErasureNotice(id: string, sealedUnder: string, plain: Uint8Array): ShopErasure | null {
  const read = jsonText.pipe(ErasureNotice).safeParse(Buffer.from(plain).toString());
  if (!read.success) return null;
  const { keyId = sealedUnder, digest, at } = read.data;
  return { id, keyId, digest, at };
}

/**
 * The notices of erasures between the counters of a shop. Methods reject with DatabaseError; each is durable when it resolves.
 */
export interface ShopErasures {
  /**
   * Those that the relay does not have under that key: made here, or known from before the shop's key was changed, when the relay forgot them.
   * @param keyId null: those that it never had
   */
  toPost(keyId: string | null): Promise<ShopErasure[]>;
  /** @param keyId names the shop key under which the relay has it now */
  posted(id: string, keyId: string): Promise<void>;
  /**
   * Stores the erasures of other counters with how far the shop's notices were read. One that is known is not followed again.
   * @param read.keyId names the shop key under which the relay has them; null: there are none
   */
  arrived(erasures: readonly ShopErasure[], read: { shop: string; upTo: number; keyId: string | null }): Promise<void>;
  /** those of this counter and of the others */
  list(): Promise<ShopErasure[]>;
  /** @param before ISO 8601: those that are older */
  forget(before: string): Promise<void>;
  /** 0: from the oldest. A database that was put back to a copy reads them again. */
  readUpTo(shop: string): Promise<number>;
  toFollow(): Promise<ShopErasure[]>;
  followed(id: string): Promise<void>;
  /** Some customers' numbers of sales, as they are compared. @param after the last sale's id of before. `last` null: there are no more */
  numbersAfter(after: string): Promise<{ numbers: string[]; last: string | null }>;
  /** the same of the customer book and of groups of bills */
  savedNumbers(): Promise<string[]>;
}

/** Read in about a millisecond, so a sale barely waits for it. */
const perStep = 500;

const Row = z.tuple([z.string(), z.string()]);
const columns = 'id, key_id AS keyId, digest, at';

export function sqliteShopErasures({ db, read, write }: Pick<RepositoryDeps, 'db' | 'read' | 'write'>): ShopErasures {
  const positions = prepareMailboxPositions(db);
  const toPost = statement(
    db,
    `SELECT ${columns} FROM shop_erasures WHERE posted_under IS NULL OR posted_under <> ? ORDER BY id`,
  );
  const posted = statement(db, 'UPDATE shop_erasures SET posted_under = ? WHERE id = ?');
  const selectAll = statement(db, `SELECT ${columns} FROM shop_erasures ORDER BY id`);
  const forget = statement(db, 'DELETE FROM shop_erasures WHERE at < ? AND posted_under IS NOT NULL');
  const learn = statement(
    db,
    'INSERT INTO shop_erasures (id, key_id, digest, at) VALUES (@id, @keyId, @digest, @at) ON CONFLICT DO NOTHING',
  );
  const toFollow = statement(db, `SELECT ${columns} FROM erasures_to_follow ORDER BY id`);
  const follow = statement(
    db,
    'INSERT INTO erasures_to_follow (id, key_id, digest, at) VALUES (@id, @keyId, @digest, @at) ON CONFLICT DO NOTHING',
  );
  const followed = statement(db, 'DELETE FROM erasures_to_follow WHERE id = ?');
  const numbers = statement(
    db,
    `SELECT id, customer_key FROM transactions WHERE id > ? AND customer_no <> '${erasedNo}' ORDER BY id LIMIT ${perStep}`,
  );
  const saved = statement(
    db,
    'SELECT customer_key FROM customer_numbers UNION SELECT customer_key FROM bill_group_members',
  );
  const named = (shop: string): string => `notices of ${shop}`;
  const arrived = immediateTransaction(
    db,
    (erasures: readonly ShopErasure[], { shop, upTo, keyId }: Parameters<ShopErasures['arrived']>[1]) => {
      for (const erasure of erasures) {
        if (learn().run(erasure).changes > 0) follow().run(erasure);
        posted().run(keyId, erasure.id);
      }
      positions.saveCursor(named(shop), String(upTo));
    },
  );
  return {
    toPost: (keyId) => read(() => z.array(ShopErasure).parse(toPost().all(keyId))),
    posted: (id, keyId) => write(() => void posted().run(keyId, id)),
    list: () => read(() => z.array(ShopErasure).parse(selectAll().all())),
    forget: (before) => write(() => void forget().run(before)),
    arrived: (erasures, at) => write(() => arrived(erasures, at)),
    readUpTo: (shop) => read(() => Number(positions.cursor(named(shop)) ?? 0)),
    toFollow: () => read(() => z.array(ShopErasure).parse(toFollow().all())),
    followed: (id) => write(() => void followed().run(id)),
    numbersAfter: (after) =>
      read(() => {
        const rows = z.array(Row).parse(numbers().raw().all(after));
        const last = rows.length < perStep ? null : (rows.at(-1)?.[0] ?? null);
        return { numbers: [...new Set(rows.map(([, number]) => number))], last };
      }),
    savedNumbers: () => read(() => z.array(z.string()).parse(saved().pluck().all())),
  };
}
