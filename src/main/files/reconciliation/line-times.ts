import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Reconciliation } from '../../../shared/contract/files.ts';
import type { DateOrder, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { learnTimes, likelyOffset, readTime } from './statement-values.ts';

const minuteMs = 60_000;
const nearMs = 30 * minuteMs;
/** Noon stands for a whole day. */
const maxDayMs = 12 * 60 * minuteMs;

/** What the dates of a statement show by themselves. */
export interface Orders {
  /** orders in which some date is the only one that is valid */
  evidence: ReadonlySet<DateOrder>;
  /** whether some date is another day in another order */
  matter: boolean;
}

const Pairs = z.array(z.object({ text: z.string(), at: z.int() }));
const maxPairs = 5000;

const LineText = z.tuple([z.int(), z.string()]);

/** Learns how the statement's times are meant, and reads them. */
export function readTimes(
  scratch: Database.Database,
  {
    timeZone,
    mapping: { dateOrder, period },
  }: { timeZone: string; mapping: Pick<StatementMapping, 'dateOrder' | 'period'> },
  { evidence, matter }: Orders,
  throwIfCancelled: () => void,
): Pick<Reconciliation['times'], 'order' | 'orderKnown' | 'offset'> {
  // An id that several lines or sales share says little of times: a payment and its refund have one.
  const pairs = Pairs.parse(
    scratch
      .prepare(
        `SELECT l.time_text AS text, o.at FROM lines l JOIN ours o ON o.transaction_id = l.transaction_id
         WHERE l.time_text IS NOT NULL GROUP BY l.transaction_id HAVING count(*) = 1 ORDER BY l.line LIMIT ?`,
      )
      .all(maxPairs),
  );
  const learnt = learnTimes(pairs, timeZone, period);
  const [only] = evidence.size === 1 ? evidence : [];
  // What the file shows by itself is certain, and ids show more than a file of last month or a person's guess.
  const fixedOrder = only ?? (learnt?.orderKnown ? learnt.order : dateOrder);
  const order = fixedOrder ?? 'day_first';
  const offset = learnt?.offsetMs ?? 0;
  const page = scratch
    .prepare('SELECT line, time_text FROM lines WHERE line > ? AND time_text IS NOT NULL ORDER BY line LIMIT 1000')
    .raw();
  const set = scratch.prepare('UPDATE lines SET at = ?, whole_day = ? WHERE line = ?');
  const setAll = scratch.transaction((rows: readonly z.infer<typeof LineText>[]) => {
    for (const [line, text] of rows) {
      const time = readTime(text, timeZone, order, period);
      if (time) set.run(time.wholeDay ? time.at : time.at - offset, time.wholeDay ? 1 : 0, line);
    }
  });
  for (let after = 0; ; ) {
    throwIfCancelled();
    const rows = page.all(after).map((row) => LineText.parse(row));
    setAll(rows);
    const last = rows.at(-1);
    if (!last) break;
    after = last[0];
  }
  return { order: matter ? order : null, orderKnown: fixedOrder !== null || !matter, offset: offset / minuteMs };
}

const Apart = z.array(z.int());
const maxHintMs = 14.5 * 60 * minuteMs;

/** How far lines without a match are ahead of the one sale that they would fit. */
export function findLikelyOffset(scratch: Database.Database): number | null {
  const unmatched =
    'l.here IS NULL AND l.at IS NOT NULL AND l.whole_day = 0 AND l.number IS NOT NULL AND l.amount IS NOT NULL';
  const apart = Apart.parse(
    scratch
      .prepare(
        `SELECT l.at - o.at FROM lines l JOIN ours o ON o.number = l.number AND o.amount = l.amount AND o.taken = 0
         WHERE ${unmatched} AND o.at BETWEEN l.at - @most AND l.at + @most
           AND (o.transaction_id IS NULL OR l.transaction_id IS NULL)
         GROUP BY l.line HAVING count(*) = 1 LIMIT ${maxPairs}`,
      )
      .pluck()
      .all({ most: maxHintMs }),
  );
  const lines = z.int().parse(scratch.prepare(`SELECT count(*) FROM lines l WHERE ${unmatched}`).pluck().get());
  return likelyOffset(apart, lines);
}

const Fits = z.tuple([z.int(), z.int().nullable()]);

/** Whether most lines with a time were matched with a sale of that time, so that their dates were read in the right order. */
export function fitSales(scratch: Database.Database): boolean {
  const near = `CASE WHEN l.whole_day THEN ${maxDayMs} ELSE ${nearMs} END`;
  const [lines, fitting] = Fits.parse(
    scratch
      .prepare(
        `SELECT count(*), sum(abs(l.at - o.at) <= ${near}) FROM lines l LEFT JOIN ours o ON o.id = l.here
         WHERE l.at IS NOT NULL AND l.direction = 'charge'`,
      )
      .raw()
      .get(),
  );
  return (fitting ?? 0) * 2 > lines;
}
