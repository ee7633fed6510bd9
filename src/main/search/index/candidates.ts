import type Database from 'better-sqlite3';
import { rawStatement } from '../../db/statements.ts';
import { type Found, newestFirst } from '../found.ts';
import { type Span, spanSql } from '../span.ts';
import { joined, type Sql } from '../sql.ts';
import { readFound } from '../walk.ts';
import { type Block, blockOf, firstRow, type Run, runsOf } from './blocks.ts';
import type { PartList } from './part-list.ts';

interface Ask {
  expression: string;
  /** compared with the journal: what the index answers is only likely */
  condition: Sql;
  span: Span;
  parts: PartList;
  /** those of the span, in the order of their newest sale */
  blocks: readonly Block[];
}

/**
 * What the index finds, newest first. It answers in the order of rows, and rows nearly stand in the order of time: what was
 * read is held back until nothing newer can be left in the blocks that were not.
 */
export function* candidates(db: Database.Database, ask: Ask, stillWanted: () => void): Generator<Found, void> {
  const { blocks } = ask;
  const held: Found[] = [];
  const compared = prepareCompared(db, ask);
  for (const run of runsOf(blocks)) {
    let at = run.first;
    for (const found of rowsOfRun(ask, compared, run)) {
      const block = blockOf(found.rowid);
      if (blocks[at]?.block !== block) {
        stillWanted();
        while (at < run.end && (blocks[at]?.block ?? block) > block) at += 1;
        yield* release(held, blocks[at] ?? null);
      }
      held.push(found);
    }
    yield* release(held, blocks[run.end] ?? null);
  }
  held.sort(newestFirst);
  yield* held;
}

/** What is newer than all that is still to be read. */
function* release(held: Found[], unread: Block | null): Generator<Found, void> {
  const newest = unread?.newest;
  if (newest === undefined || !held.some(({ createdAt }) => createdAt > newest)) return;
  held.sort(newestFirst);
  let ready = 0;
  while ((held[ready]?.createdAt ?? '') > newest) ready += 1;
  yield* held.splice(0, ready);
}

function* rowsOfRun({ expression, parts, blocks }: Ask, compared: Compared, run: Run): Generator<Found, void> {
  const low = firstRow(blocks[run.end - 1]?.block ?? 0);
  const high = firstRow((blocks[run.first]?.block ?? 0) + 1) - 1;
  for (const rows of parts.rows(expression, low, high)) yield* compared(rows);
}

type Compared = (rows: readonly number[]) => Generator<Found, void>;

/**
 * Compiled with the first rows that are found, and once for all parts: it takes longer than to ask one of them. Compares no
 * more rows than are asked for, and must be through with some before it is given the next.
 */
function prepareCompared(db: Database.Database, { condition, span }: Ask): Compared {
  const { text, values } = joined([spanSql(span), condition], 'AND');
  const statement = rawStatement(
    db,
    `SELECT created_at, id, rowid FROM transactions NOT INDEXED
     WHERE rowid IN (SELECT value FROM json_each(?)) AND ${text} ORDER BY rowid DESC`,
  );
  return function* compared(rows) {
    for (const row of statement().iterate(JSON.stringify(rows), ...values)) yield readFound(row);
  };
}
