import type Database from 'better-sqlite3';
import { type Found, newestFirst } from '../found.ts';
import { type Span, spanSql } from '../span.ts';
import { joined, type Sql } from '../sql.ts';
import { rowsOf } from '../walk.ts';
import { type Block, blockOf, firstRow, runsOf } from './blocks.ts';
import type { PartList } from './part-list.ts';

interface Ask {
  /** what the index is attached as */
  name: string;
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
  const held: Found[] = [];
  for (const run of runsOf(ask.blocks)) {
    let at = 0;
    for (const found of rowsOfRun(db, ask, run)) {
      const block = blockOf(found.rowid);
      if (run[at]?.block !== block) {
        stillWanted();
        while ((run[at]?.block ?? block) > block) at += 1;
        yield* release(held, run[at] ?? null);
      }
      held.push(found);
    }
    const next = ask.blocks[ask.blocks.indexOf(run.at(-1) ?? neverABlock) + 1];
    if (next) yield* release(held, next);
  }
  held.sort(newestFirst);
  yield* held;
}

const neverABlock: Block = { block: -1, newest: '', oldest: '' };

/** What is newer than all that is still to be read. */
function* release(held: Found[], unread: Block | null): Generator<Found, void> {
  const newest = unread?.newest;
  if (newest === undefined || !held.some(({ createdAt }) => createdAt > newest)) return;
  held.sort(newestFirst);
  let ready = 0;
  while ((held[ready]?.createdAt ?? '') > newest) ready += 1;
  yield* held.splice(0, ready);
}

function* rowsOfRun(
  db: Database.Database,
  { name, expression, condition, span, parts }: Ask,
  run: readonly Block[],
): Generator<Found, void> {
  const within = joined([spanSql(span), condition], 'AND');
  const low = firstRow(run.at(-1)?.block ?? 0);
  const high = firstRow((run[0]?.block ?? 0) + 1) - 1;
  for (const table of parts.holding(expression, low, high)) {
    yield* rowsOf(
      db,
      `SELECT created_at, id, transactions.rowid FROM ${name}.${table} AS g
       CROSS JOIN main.transactions ON transactions.rowid = g.rowid
       WHERE g.${table} MATCH ? AND g.rowid BETWEEN ? AND ? AND ${within.text} ORDER BY g.rowid DESC`,
      { text: '', values: [expression, low, high, ...within.values] },
    );
  }
}
