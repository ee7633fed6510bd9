import type Database from 'better-sqlite3';
import { bodiesPerEvent } from '../db/event-log.ts';

/** Events read together: enough that calls into SQLite cost little, few enough to be small in memory. */
const eventsPerSpan = 250;

/** One row of the log, as cheaply as it can be read: hashes in hex, since a text is much cheaper to fetch than a buffer. */
export type EventRow = readonly [
  seq: number,
  saleId: string | null,
  type: string,
  at: string,
  actor: string,
  data: string,
  digests: string,
  prev: string,
  hash: string,
];

/** A body of the log by its event, and where its salt and bytes stand together in `said`; no length once erased. */
export type BodyRow = readonly [seq: number, role: string, length: number | null];

export interface Span {
  events: readonly EventRow[];
  bodies: readonly BodyRow[];
  /** salt and bytes of each body that is not erased, one behind the other */
  said: Uint8Array;
}

/**
 * Reads the log in spans, each with its bodies. Those come as one value: fetching hundreds of thousands of small buffers
 * would take longer than hashing them. SQLite joins texts byte by byte, whatever is in them, so the casts change nothing;
 * and what came out wrong all the same would fail its digest and be looked at again, row by row.
 */
export function prepareSpans(db: Database.Database): (after: number) => Span {
  const events = db
    .prepare(
      `SELECT seq, sale_id, type, at, actor, data, digests, lower(hex(prev)), lower(hex(hash)) FROM events
       WHERE seq > ? ORDER BY seq LIMIT ${eventsPerSpan}`,
    )
    .raw();
  const bodies = db
    .prepare('SELECT seq, role, length(salt) + length(bytes) FROM bodies WHERE id BETWEEN ? AND ? ORDER BY id')
    .raw();
  const said = db
    .prepare(
      `SELECT CAST(group_concat(CAST(salt AS TEXT) || CAST(bytes AS TEXT), '') AS BLOB)
       FROM (SELECT salt, bytes FROM bodies WHERE id BETWEEN ? AND ? ORDER BY id)`,
    )
    .pluck();
  return (after) => {
    const rows = events.all(after).map(eventRow);
    const first = (after + 1) * bodiesPerEvent;
    const last = (rows.at(-1)?.[0] ?? after) * bodiesPerEvent + bodiesPerEvent - 1;
    const bytes = said.get(first, last);
    return {
      events: rows,
      bodies: bodies.all(first, last).map(bodyRow),
      said: bytes instanceof Uint8Array ? bytes : new Uint8Array(),
    };
  };
}

// STRICT tables hold no other types than these columns have, and a schema for each of a million rows would take most of the
// time. A value that is none the less something else gives another hash, and is then parsed by the schema of closer-look.ts.
function eventRow(row: unknown): EventRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return row as EventRow;
}

function bodyRow(row: unknown): BodyRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return row as BodyRow;
}
