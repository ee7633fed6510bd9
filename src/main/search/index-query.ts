import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Leaf } from '../../shared/domain/search/query-terms.ts';
import { amountGram, gramsOf, kindGrams, secondOf } from './grams.ts';
import { type Match, newestFirst, readMatch } from './scan.ts';
import { type Span, spanSql } from './span.ts';
import { joined, type Sql } from './sql.ts';

/** What the index is attached as. */
export const attachedName = 'search';

/**
 * A question to the index: every sale that meets all leaves is among its answers. Null where the leaves hold nothing that the
 * index knows.
 */
export function expressionOf(leaves: readonly Leaf[]): string | null {
  const parts = leaves.flatMap((leaf) => leafExpression(leaf) ?? []);
  if (parts.length > 0) return parts.join(' AND ');
  // Half of all sales: beside anything else it is quicker to compare.
  const kind = leaves.find((leaf) => leaf.is === 'kind');
  return kind ? quoted(kindGrams[kind.kind]) : null;
}

function leafExpression(leaf: Leaf): string | null {
  switch (leaf.is) {
    case 'text':
      return textExpression(leaf.text);
    case 'product': {
      const ways = leaf.texts.map(textExpression);
      return ways.includes(null) ? null : `(${ways.join(' OR ')})`;
    }
    case 'amount':
      return quoted(amountGram(leaf.amount));
    case 'days':
    case 'states':
    case 'kind':
    case 'cashier':
      return null;
  }
}

function textExpression(text: string): string | null {
  const grams = gramsOf(text);
  return grams && `(${grams.map(quoted).join(' AND ')})`;
}

const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

/** Seconds that are read from the index at once: first a little more than a page shows, then more. */
const firstSeconds = 64;
const maxSeconds = 1024;

const Seconds = z.array(z.int());
const beforeAll = 0;
const afterAll = 2 ** 40;

/**
 * The matches among what the index proposes, newest first.
 * @param condition compared with the database
 */
export function* candidates(
  db: Database.Database,
  { expression, condition, span }: { expression: string; condition: Sql; span: Span },
  checkCancelled: () => void,
): Generator<Match, void> {
  const find = db
    .prepare(
      `SELECT rowid FROM ${attachedName}.grams WHERE grams MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck();
  const where = joined([spanSql(span), condition], 'AND');
  const compare = db
    .prepare(
      `SELECT created_at, id, transactions.rowid FROM (SELECT value AS second FROM json_each(?))
       CROSS JOIN transactions ON created_at BETWEEN second || '.000Z' AND second || '.999Z' WHERE ${where.text}`,
    )
    .raw();
  const from = span.from === null ? beforeAll : secondOf(span.from);
  let to = Math.min(...[span.to, span.behind?.createdAt].map((time) => (time ? secondOf(time) : afterAll)));
  for (let most = firstSeconds; ; most = Math.min(maxSeconds, most * 4)) {
    checkCancelled();
    const seconds = Seconds.parse(find.all(expression, from, to, most));
    const prefixes = seconds.map((second) =>
      new Date(second * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
    );
    const matches = compare.all(JSON.stringify(prefixes), ...where.values).map(readMatch);
    yield* matches.sort(newestFirst);
    const last = seconds.at(-1);
    if (last === undefined || seconds.length < most) return;
    to = last - 1;
  }
}
