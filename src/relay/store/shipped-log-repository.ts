import { sql } from 'kysely';
import {
  type CommittedSnapshot,
  maxShippedBytes,
  type ShippedBatches,
  type ShippedLog,
  type ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import type { ShippedLogStore } from '../core/shipped-log.ts';
import { changed, type Engine, firstRow, rowsOf, type Tx } from './engine.ts';
import type { Nullable, Row } from './tables.ts';

/** Bytes of one page of batches. */
const maxPageBytes = 1024 * 1024;
const batchesPerPage = 200;

export type LogRow = Omit<Row<'shipped_logs'>, 'stored_at'>;

const nothing: ShippedLog = { through: 0, head: null, tag: null, bytes: 0, snapshot: null };

/** No other table that is read with it has a column of these names. */
export const logColumns = sql`through, head, tag, bytes,
  snapshot, snapshot_through, snapshot_head, snapshot_parts, snapshot_at`;

/** @param row all null: nothing was shipped */
export function toLog(row: Nullable<Omit<LogRow, 'mailbox'>>): ShippedLog {
  const { through, head, tag, bytes, snapshot: id, snapshot_head, snapshot_at: at } = row;
  const snapshot = { through: row.snapshot_through ?? 0, parts: row.snapshot_parts ?? 0 };
  return {
    through: through ?? 0,
    head,
    tag,
    bytes: bytes ?? 0,
    snapshot:
      id === null || snapshot_head === null || at === null ? null : { id, head: snapshot_head, at, ...snapshot },
  };
}

const officeRefused: ShippingRefused = { reason: 'office', through: 0, head: null };
const refuse = (reason: ShippingRefused['reason'], { through, head }: LogRow): ShippingRefused => ({
  reason,
  through,
  head,
});

/** See ShippedLogStore. Each mailbox has one row of `shipped_logs`, which a writer locks first. */
export function shippedLogRepository(engine: Engine): ShippedLogStore {
  const { db } = engine;
  /** Runs in a transaction that holds the mailbox's row. A mailbox that was just deleted fails. @param ofOffice the answer to an office */
  const locked = <Result>(
    mailbox: string,
    ofOffice: Result,
    work: (tx: Tx, log: LogRow) => Promise<Result>,
  ): Promise<Result> =>
    engine.write(async (tx) => {
      const log = await firstRow<LogRow>(tx)`
        insert into shipped_logs (mailbox) select number from mailboxes where id = ${mailbox} and office = 0
        on conflict (mailbox) do update set bytes = shipped_logs.bytes
        returning mailbox, ${logColumns}`;
      if (log !== undefined) return work(tx, log);
      if (!(await firstRow(tx)`select 1 from mailboxes where id = ${mailbox}`)) throw new Error('the mailbox is gone');
      return ofOffice;
    });
  const writing = (mailbox: string, work: (tx: Tx, log: LogRow) => Promise<ShippingRefused | null>) =>
    locked<ShippingRefused | null>(mailbox, officeRefused, work);
  return {
    read: async (mailbox) => {
      const row = await firstRow<LogRow>(db)`
        select mailbox, ${logColumns} from shipped_logs where mailbox = (select number from mailboxes where id = ${mailbox})`;
      return row ? toLog(row) : nothing;
    },
    append: (mailbox, { first, last, previous, head, tag, sealed, at }) =>
      writing(mailbox, async (tx, log) => {
        // Under another tag it was sealed with another key: the counter looks at what is stored.
        if (first <= last && last === log.through && head === log.head && tag === log.tag) return null;
        const continues = first === log.through + 1 && last >= first && (log.head === null || log.head === previous);
        if (!continues) return refuse('gap', log);
        if (log.bytes + sealed.length > maxShippedBytes) return refuse('full', log);
        // What is left of a log that was being deleted.
        if (log.through === 0) await deleteRows(tx, log.mailbox, sql`shipped_batches where mailbox = ${log.mailbox}`);
        const row = { mailbox: log.mailbox, first_seq: first, last_seq: last, head, sealed, received_at: at };
        await tx.insertInto('shipped_batches').values(row).execute();
        await sql`
          update shipped_logs set through = ${last}, head = ${head}, tag = ${tag}, bytes = bytes + ${sealed.length},
            stored_at = ${at}
          where mailbox = ${log.mailbox}`.execute(tx);
        return null;
      }),
    batchesAfter: (mailbox, after) => batchesAfter(db, mailbox, after),
    putPart: (mailbox, { snapshot, part: index, sealed, at }) =>
      writing(mailbox, async (tx, log) => {
        // The answer to its commit was lost.
        if (log.snapshot === snapshot) return null;
        if (log.bytes + sealed.length > maxShippedBytes) return refuse('full', log);
        const parts = sql`shipped_snapshot_parts where mailbox = ${log.mailbox}`;
        // What is left of one that was never finished.
        const isLeft = sql`snapshot <> ${snapshot} and snapshot <> ${log.snapshot ?? ''}`;
        if (index === 0) await deleteRows(tx, log.mailbox, sql`${parts} and ${isLeft}`);
        await deleteRows(tx, log.mailbox, sql`${parts} and snapshot = ${snapshot} and part = ${index}`);
        const row = { mailbox: log.mailbox, snapshot, part: index, sealed, received_at: at };
        await tx.insertInto('shipped_snapshot_parts').values(row).execute();
        await sql`update shipped_logs set bytes = bytes + ${sealed.length} where mailbox = ${log.mailbox}`.execute(tx);
        return null;
      }),
    readPart: async (mailbox, { snapshot, part: index }) => {
      const row = await firstRow<{ sealed: Buffer }>(db)`
        select p.sealed from shipped_snapshot_parts p join mailboxes m on m.number = p.mailbox
        where m.id = ${mailbox} and p.snapshot = ${snapshot} and p.part = ${index}`;
      return row?.sealed ?? null;
    },
    commitSnapshot: (mailbox, snapshot, at) => writing(mailbox, (tx, log) => commitSnapshot(tx, log, snapshot, at)),
    pruneReplaced: (mailbox, limit) => locked(mailbox, 0, (tx, log) => pruneReplaced(tx, log, limit)),
    pruneRevoked: (request) => engine.write((tx) => pruneRevoked(tx, request)),
  };
}

async function batchesAfter(db: Tx, mailbox: string, after: number): Promise<ShippedBatches> {
  // The lengths first: a page must not load what it does not send.
  const batchRows = await rowsOf<{ number: number; first: number; bytes: number }>(db)`
    select b.mailbox as number, b.first_seq as first, length(b.sealed) as bytes
    from shipped_batches b join mailboxes m on m.number = b.mailbox
    where m.id = ${mailbox} and b.last_seq > ${after} order by b.last_seq limit ${batchesPerPage + 1}`;
  let bytes = 0;
  const taken = batchRows
    .slice(0, batchesPerPage)
    .filter((row, at) => (bytes += row.bytes) <= maxPageBytes || at === 0);
  const [begin, end] = [taken[0], taken.at(-1)];
  if (begin === undefined || end === undefined) return { batches: [], more: false };
  const rows = await rowsOf<{ first: number; last: number; head: string; sealed: Buffer }>(db)`
    select first_seq as first, last_seq as last, head, sealed from shipped_batches
    where mailbox = ${begin.number} and first_seq between ${begin.first} and ${end.first}
    order by last_seq`;
  const batches = rows.map(({ first, last, head, sealed }) => ({
    first,
    last,
    head,
    sealed: sealed.toString('base64'),
  }));
  return { batches, more: taken.length < batchRows.length };
}

async function commitSnapshot(
  tx: Tx,
  log: LogRow,
  { id, through, head, parts, tag, restart }: CommittedSnapshot,
  at: string,
): Promise<ShippingRefused | null> {
  if (log.snapshot === id) return null;
  const counted = await firstRow<{ stored: number }>(tx)`
    select count(*) as stored from shipped_snapshot_parts
    where mailbox = ${log.mailbox} and snapshot = ${id} and part < ${parts}`;
  if (counted?.stored !== parts) return refuse('incomplete', log);
  const isFirst = log.through === 0;
  // A snapshot of events that were not shipped would hide a gap.
  if (!restart && !isFirst && through > log.through) return refuse('gap', log);
  const goesOn = restart || isFirst;
  await sql`
    update shipped_logs set snapshot = ${id}, snapshot_through = ${through}, snapshot_head = ${head},
      snapshot_parts = ${parts}, snapshot_at = ${at}, stored_at = ${at},
      through = ${goesOn ? through : log.through}, head = ${goesOn ? head : log.head}, tag = ${goesOn ? tag : log.tag}
    where mailbox = ${log.mailbox}`.execute(tx);
  // Batches of the history that was left must never be read behind this snapshot.
  if (goesOn) await deleteRows(tx, log.mailbox, sql`shipped_batches where mailbox = ${log.mailbox}`);
  return null;
}

async function pruneReplaced(tx: Tx, log: LogRow, limit: number): Promise<number> {
  const { mailbox: number, snapshot, snapshot_through: through, snapshot_at: at } = log;
  if (snapshot === null || at === null) return 0;
  const batches = await deleteRows(
    tx,
    number,
    sql`shipped_batches where mailbox = ${number} and first_seq in (
      select first_seq from shipped_batches where mailbox = ${number} and last_seq <= ${through}
      order by last_seq limit ${limit})`,
  );
  if (batches === limit) return limit;
  // By the relay's clock: ids go back with the counter's. Parts of the next snapshot came later.
  return (
    batches +
    (await deleteRows(
      tx,
      number,
      sql`shipped_snapshot_parts where mailbox = ${number} and (snapshot, part) in (
        select snapshot, part from shipped_snapshot_parts
        where mailbox = ${number} and snapshot <> ${snapshot} and received_at <= ${at} limit ${limit - batches})`,
    ))
  );
}

/** See ShippedLogStore.pruneRevoked. */
async function pruneRevoked(tx: Tx, { before, limit }: { before: string; limit: number }): Promise<boolean> {
  const isOlder = (rows: 'shipped_batches' | 'shipped_snapshot_parts') => sql`
    not exists (select 1 from ${sql.table(rows)} r where r.mailbox = l.mailbox and r.received_at >= ${before})`;
  // Emptied first: a counter that comes back meanwhile ships all of it again.
  const { rows } = await sql<{ number: number }>`
    update shipped_logs set through = 0, head = null, tag = null,
      snapshot = null, snapshot_through = 0, snapshot_head = null, snapshot_parts = 0, snapshot_at = null
    where mailbox = (
      select l.mailbox from shipped_logs l join mailboxes m on m.number = l.mailbox
      where m.disabled_at < ${before}
        or (m.shop is null and ${isOlder('shipped_batches')} and ${isOlder('shipped_snapshot_parts')})
      order by l.mailbox limit 1)
    returning mailbox as number`.execute(tx);
  const [log] = rows;
  if (!log) return false;
  const { number } = log;
  const batches = sql`shipped_batches where mailbox = ${number} and first_seq in (
    select first_seq from shipped_batches where mailbox = ${number} limit ${limit})`;
  const parts = sql`shipped_snapshot_parts where mailbox = ${number} and (snapshot, part) in (
    select snapshot, part from shipped_snapshot_parts where mailbox = ${number} limit ${limit})`;
  const deleted = [await deleteRows(tx, number, batches), await deleteRows(tx, number, parts)];
  if (deleted.every((count) => count < limit))
    await sql`delete from shipped_logs where mailbox = ${number}`.execute(tx);
  return true;
}

/** Deletes up to `limit` batches and as many parts; answers how many. The mailbox is disabled: nothing is added meanwhile. */
export async function deleteShipped(tx: Tx, mailbox: string, limit: number): Promise<number> {
  const number = sql`(select number from mailboxes where id = ${mailbox})`;
  const batches = await changed(tx)`
    delete from shipped_batches where (mailbox, first_seq) in (
      select mailbox, first_seq from shipped_batches where mailbox = ${number} limit ${limit})`;
  const parts = await changed(tx)`
    delete from shipped_snapshot_parts where (mailbox, snapshot, part) in (
      select mailbox, snapshot, part from shipped_snapshot_parts where mailbox = ${number} limit ${limit})`;
  await sql`delete from shipped_logs where mailbox = ${number}`.execute(tx);
  return batches + parts;
}

/** Keeps the sum of the bytes. */
async function deleteRows(tx: Tx, mailbox: number, rows: ReturnType<typeof sql>): Promise<number> {
  const deleted = await rowsOf<{ bytes: number }>(tx)`delete from ${rows} returning length(sealed) as bytes`;
  const bytes = deleted.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > 0) await sql`update shipped_logs set bytes = bytes - ${bytes} where mailbox = ${mailbox}`.execute(tx);
  return deleted.length;
}
