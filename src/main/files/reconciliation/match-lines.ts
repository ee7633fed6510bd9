import type Database from 'better-sqlite3';
import { z } from 'zod';
import { ourStatus } from './comparison-db.ts';
import { numberSpellings } from './statement-numbers.ts';

const minuteMs = 60_000;
const halfDayMs = 12 * 60 * minuteMs;
/** The nearest first: a line must not take the sale of another line that is nearer to it. */
const tolerances = [2 * minuteMs, 10 * minuteMs, 30 * minuteMs];

const Line = z.object({
  line: z.int(),
  transaction_id: z.string().nullable(),
  number: z.string().nullable(),
  amount: z.int().nullable(),
  status: z.string().nullable(),
  at: z.int().nullable(),
  whole_day: z.int(),
});
type Line = z.infer<typeof Line>;

const Ids = z.array(z.string());
const Candidates = z.array(z.object({ id: z.string(), amount: z.int().nullable() }));

/** Without its own status a line is money that the provider took. */
const statusFits = `(@status = 'open' OR ${ourStatus} = 'open' OR ${ourStatus} = coalesce(@status, 'success'))`;

const sameNumber = `o.number IN (@number, @zeroed) AND o.taken = 0
  AND o.at BETWEEN @at - @apart AND @at + @apart
  AND (o.transaction_id IS NULL OR @transactionId IS NULL)`;

/**
 * Matches each line with at most one sale. First by the provider's id, over the whole book. Then, where one of the two has no id,
 * by number, amount and time: at most half an hour apart, nearest first, those whose status agrees before the others. A line of a
 * whole day needs its amount and its status too, and as many such sales as there are such lines. A line without a time is matched
 * by its id alone. Money that came back is tied to what was taken (`tieRefunds`).
 */
export function matchLines(scratch: Database.Database, throwIfCancelled: () => void): void {
  const settle = prepareSettle(scratch);
  const all = (where: string, work: (line: Line) => void): void => {
    const page = scratch.prepare(
      `SELECT line, transaction_id, number, amount, status, at, whole_day FROM lines
       WHERE line > ? AND here IS NULL AND direction = 'charge' AND ${where} ORDER BY line LIMIT 1000`,
    );
    const workAll = scratch.transaction((lines: readonly Line[]) => lines.forEach(work));
    for (let after = 0; ; ) {
      throwIfCancelled();
      const lines = z.array(Line).parse(page.all(after));
      const last = lines.at(-1);
      if (!last) return;
      workAll(lines);
      after = last.line;
    }
  };
  const byId = scratch
    .prepare(
      `SELECT id FROM ours o WHERE transaction_id = @transactionId AND taken = 0
       ORDER BY o.number IN (@number, @zeroed) DESC, ${statusFits} DESC, abs(at - coalesce(@at, at)) LIMIT 1`,
    )
    .pluck();
  all('transaction_id IS NOT NULL', (line) => settle(line, byId.all(parametersOf(line, 0))));

  const byTime = (fits: string) =>
    scratch
      .prepare(
        `SELECT id FROM ours o WHERE ${sameNumber} AND (o.amount IS NULL OR @amount IS NULL OR o.amount = @amount) AND ${fits}
         ORDER BY o.amount IS NULL, ${ourStatus} = coalesce(@status, 'success') DESC, abs(o.at - @at) LIMIT 1`,
      )
      .pluck();
  const timed = 'number IS NOT NULL AND at IS NOT NULL AND whole_day = 0';
  for (const fits of [statusFits, 'TRUE']) {
    const find = byTime(fits);
    for (const apart of tolerances) all(timed, (line) => settle(line, find.all(parametersOf(line, apart))));
  }
  const wholeDay = prepareWholeDay(scratch);
  all('number IS NOT NULL AND at IS NOT NULL AND whole_day = 1 AND amount IS NOT NULL', (line) =>
    settle(line, wholeDay(line)),
  );
  throwIfCancelled();
  tieRefunds(scratch);
}

/** A provider writes a refund as a second line of the same sale. */
const maxRefundDays = 31;

/**
 * Ties each refund to the charge with its id, or without an id to one of the same number and amount before it; else to the sale with
 * its id, whose charge is in another statement. A charge takes one refund. Where several charges may be meant it is that of a sale that
 * failed; if that leaves several, a person looks at it.
 */
function tieRefunds(scratch: Database.Database): void {
  const open = `c.direction = 'charge' AND NOT EXISTS (SELECT 1 FROM lines t WHERE t.refund_of = c.line)`;
  const refunds = scratch
    .prepare(
      `SELECT line, transaction_id, number, amount, at, at + ${halfDayMs - 1} * whole_day AS until FROM lines
       WHERE direction = 'refund' ORDER BY at, line`,
    )
    .all()
    .map((row) => Refund.parse(row));
  const byId = scratch
    .prepare(
      `SELECT c.line FROM lines c WHERE c.transaction_id = @transaction_id AND ${open}
       ORDER BY c.amount IS @amount DESC, c.line LIMIT 1`,
    )
    .pluck();
  // A charge of a whole day is at noon.
  const byNumber = scratch.prepare(
    `SELECT c.line, coalesce(c.status = 'failed' OR o.state = 'failed', 0) AS failed FROM lines c LEFT JOIN ours o ON o.id = c.here
     WHERE c.number = @number AND c.amount = @amount AND ${open} AND (c.transaction_id IS NULL OR @transaction_id IS NULL)
     AND @at IS NOT NULL AND (c.at IS NULL OR (c.at >= @at - ${maxRefundDays * 2 * halfDayMs} AND c.at - ${halfDayMs} * c.whole_day <= @until))
     ORDER BY c.at DESC, c.line DESC`,
  );
  const ofSale = scratch
    .prepare('SELECT id FROM ours WHERE transaction_id = @transaction_id AND taken = 0 LIMIT 1')
    .pluck();
  const tie = scratch.prepare('UPDATE lines SET refund_of = ? WHERE line = ?');
  const refunded = scratch.prepare('UPDATE lines SET refunded = refunded + ? WHERE line = ?');
  const markAmbiguous = scratch.prepare('UPDATE lines SET ambiguous = 1 WHERE line = ?');
  const settle = prepareSettle(scratch);
  const tieTo = (charge: number, refund: Refund): void => {
    tie.run(charge, refund.line);
    refunded.run(refund.amount ?? 0, charge);
  };
  const untied = (refund: Refund): boolean => {
    const charge = z.int().optional().parse(byId.get(refund));
    if (charge !== undefined) tieTo(charge, refund);
    return charge === undefined;
  };
  scratch.transaction(() => {
    const rest = refunds.filter(untied);
    const alike = Map.groupBy(rest, kindOf);
    for (const refund of rest) {
      const rivals = alike.get(kindOf(refund)) ?? [];
      const charges = Charges.parse(byNumber.all(refund));
      const failed = charges.filter((charge) => charge.failed);
      const meant = failed.length > 0 ? failed : charges;
      const [charge] = meant;
      // Where each of them is returned, it is all the same which refund is whose.
      if (charge && meant.length <= rivals.length) tieTo(charge.line, refund);
      else if (charge) markAmbiguous.run(refund.line);
      else {
        const sale = ofSale.all(refund);
        settle(refund, sale);
        if (sale.length > 0) refunded.run(refund.amount ?? 0, refund.line);
      }
      rivals.shift();
    }
  })();
}

const Refund = Line.pick({ line: true, transaction_id: true, number: true, amount: true, at: true }).extend({
  until: z.int().nullable(),
});
type Refund = z.infer<typeof Refund>;

const Charges = z.array(z.object({ line: z.int(), failed: z.int().transform((failed) => failed === 1) }));

const kindOf = ({ number, amount }: Refund): string => `${number} ${amount}`;

function parametersOf({ transaction_id: transactionId, number, amount, status, at }: Line, apart: number) {
  const [spelling, zeroed] = number === null ? [null, null] : numberSpellings(number);
  return { transactionId, number: spelling, zeroed, amount, status, at, apart };
}

/** Matches a line with the first of the sales, if there is one. */
function prepareSettle(scratch: Database.Database): (line: Pick<Line, 'line'>, ids: unknown) => void {
  const take = scratch.prepare('UPDATE ours SET taken = 1 WHERE id = ?');
  const match = scratch.prepare('UPDATE lines SET here = ? WHERE line = ?');
  return ({ line }, ids) => {
    const [id] = Ids.parse(ids);
    if (id === undefined) return;
    take.run(id);
    match.run(id, line);
  };
}

/** The sale of a line of a whole day: only where nothing else could be meant. */
function prepareWholeDay(scratch: Database.Database): (line: Line) => string[] {
  const candidates = scratch.prepare(
    `SELECT o.id, o.amount FROM ours o WHERE ${sameNumber} AND ${statusFits} AND (o.amount = @amount OR o.amount IS NULL)
     ORDER BY o.at, o.id`,
  );
  const rivals = scratch
    .prepare(
      `SELECT count(*) FROM lines WHERE here IS NULL AND direction = 'charge' AND whole_day = 1 AND at = @at AND number = @number
       AND (amount = @amount OR @amount IS NULL OR amount IS NULL)
       AND (status IS @status OR status = 'open' OR @status = 'open')`,
    )
    .pluck();
  const markAmbiguous = scratch.prepare('UPDATE lines SET ambiguous = 1 WHERE line = ?');
  return (line) => {
    const sales = Candidates.parse(candidates.all(parametersOf(line, halfDayMs)));
    if (sales.length === 0) return [];
    // A sale whose amount is not known fits every line of its number and day.
    const amount = sales.some((sale) => sale.amount === null) ? null : line.amount;
    const count = z.int().parse(rivals.get({ at: line.at, number: line.number, status: line.status, amount }));
    if (sales.length === count && (amount !== null || count === 1)) return sales.map(({ id }) => id);
    markAmbiguous.run(line.line);
    return [];
  };
}
