import { z } from 'zod';
import type { Erasure } from '../../shared/domain/erasure.ts';
import { connect } from '../db/open-database.ts';
import type { CustomerDatabase } from './export-customer.ts';

const Checkpoint = z.array(z.object({ busy: z.int() }));

/**
 * Removes erased data from free pages of the file and from the WAL. VACUUM takes as long as copying the file and
 * blocks writers. It keeps rowids, which the search index refers to: SQLite renumbers rows only in tables without an
 * INTEGER PRIMARY KEY.
 * @param vacuum rewrites the file; otherwise only the WAL is emptied
 * @returns whether it is done; a reader can prevent it
 */
export function purgeErasedTraces(path: string, vacuum: boolean): boolean {
  const db = connect(path, false);
  try {
    if (vacuum) db.exec('VACUUM');
    const emptied = Checkpoint.parse(db.pragma('wal_checkpoint(TRUNCATE)')).every(({ busy }) => busy === 0);
    if (emptied && vacuum) db.exec('UPDATE erasure_state SET vacuum_pending = 0 WHERE only = 1 AND vacuum_pending = 1');
    return emptied;
  } finally {
    db.close();
  }
}

/**
 * Erases in a database that a restore replaced. It is no longer in use, so its sales need not be settled first. Rejects with
 * DatabaseError when it cannot be opened.
 * @param customerNo of the erasure just requested: the replaced database may hold sales that the present one lacks
 */
export async function eraseInReplaced(
  path: string,
  open: (path: string) => Promise<CustomerDatabase & { close(): Promise<void> }>,
  request: { erasures: readonly Erasure[]; customerNo: string | null; at: string },
): Promise<void> {
  const db = await open(path);
  try {
    const { customers } = db;
    await customers.reapply(request.erasures, request.at);
    if (request.customerNo !== null) await customers.reapply([await everythingOf(request.customerNo)], request.at);
    while ((await customers.eraseNext(request.at, true)).length > 0);
  } finally {
    await db.close();
  }
  purgeErasedTraces(path, true);

  async function everythingOf(customerNo: string): Promise<Erasure> {
    const { customers } = db;
    const [sales, webhooks] = [await customers.salesOf(customerNo), await customers.webhooksOf(customerNo)];
    return {
      at: request.at,
      digest: '',
      sales: sales.map(({ id }) => id),
      webhooks: webhooks.map(({ seq, hash }) => [seq, hash] as const),
      saved: await customers.savedIdsOf(customerNo),
    };
  }
}
