import type Database from 'better-sqlite3';
import { Erasure } from '../../../shared/domain/erasure.ts';
import type { prepareAppend } from '../../db/event-log.ts';
import type { NewEvent } from '../../db/sales-store.ts';
import { jsonText, statement } from '../../db/statements.ts';

/** What the event of an erasure holds: enough to do it again after a restore, and nothing that names the customer. */
const Data = jsonText.pipe(Erasure);

/** Every erasure that the log tells of, oldest first. */
export function prepareErasures(db: Database.Database): () => Erasure[] {
  const select = statement(db, `SELECT data FROM events WHERE type = 'customer.erased' ORDER BY seq`);
  return () =>
    select()
      .pluck()
      .all()
      .map((data) => Data.parse(data));
}

export const sameErasure = (one: Erasure, other: Erasure): boolean =>
  one.at === other.at && one.digest === other.digest;

/** Says in the log that somebody was erased, and that the file may hold traces; inside of a transaction. */
export function prepareRecordErasure(
  db: Database.Database,
  append: ReturnType<typeof prepareAppend>,
): (erasure: Erasure, at: string, actor: string, note: string | null) => void {
  const mark = statement(db, 'UPDATE erasing SET leftovers = 1 WHERE only = 1');
  return (erasure, at, actor, note) => {
    const { sales, webhooks, digest, saved } = erasure;
    mark().run();
    const bodies: NewEvent['bodies'] = note === null ? [] : [{ role: 'note', bytes: new TextEncoder().encode(note) }];
    const pairs = webhooks.map(([seq, hash]) => [seq, hash]);
    // Left out where there are none: what is said of older erasures stays as it was.
    const data = {
      at: erasure.at,
      digest,
      sales: [...sales],
      webhooks: pairs,
      ...(saved.length > 0 ? { saved: [...saved] } : {}),
    };
    append({ type: 'customer.erased', at, actor, data, bodies }, null);
  };
}
