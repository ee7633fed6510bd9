import type Database from 'better-sqlite3';
import { z } from 'zod';
import { BodyRole } from '../../../shared/domain/sale-event.ts';
import { statement } from '../statements.ts';
import { bodiesPerEvent } from './chain.ts';

const BodyRow = z.object({
  role: BodyRole,
  /** null once erased, with the bytes */
  salt: z.instanceof(Uint8Array).nullable(),
  bytes: z.instanceof(Uint8Array).nullable(),
});
export type BodyRow = z.infer<typeof BodyRow>;

/** The bodies of one event, in the order they were given. */
export function prepareBodies(db: Database.Database): (seq: number) => BodyRow[] {
  const select = statement(db, 'SELECT role, salt, bytes FROM bodies WHERE id BETWEEN ? AND ? ORDER BY id');
  return (seq) => {
    const first = seq * bodiesPerEvent;
    return select()
      .all(first, first + bodiesPerEvent - 1)
      .map((row) => BodyRow.parse(row));
  };
}

/** Bytes as text, a byte order mark with it: what is UTF-8 becomes the same bytes again, what is not shows replacement marks. */
export function bodyText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
