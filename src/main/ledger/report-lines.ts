import type { BookBy, NamedLine } from '../../shared/contract/books.ts';
import {
  addTotals,
  emptyOpenTotals,
  emptyTotals,
  type ReportRow,
  toReportRow,
} from '../../shared/domain/sales-report.ts';
import type { Person } from '../../shared/domain/staff.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { BookAsk, BookSlice, Books } from './report-types.ts';

interface Asked extends Omit<BookAsk, 'by'> {
  by: BookBy;
}

export type LedgerDatabase = Pick<SalesStore, 'knownProducts'> & { readonly books: Books };

interface Told {
  timeZone: string;
  blind: boolean;
  /** who works here, those who left too */
  people: readonly Person[];
}

/** The named lines of a question, in their order, with what they come to together. */
export async function readLines(
  journal: LedgerDatabase,
  ask: Asked,
  { timeZone, blind, people }: Told,
): Promise<{ lines: NamedLine[]; total: ReportRow }> {
  const by = ask.by === 'hour' ? 'slot' : ask.by;
  const slices = await journal.books.slices({ ...ask, by });
  const named = ask.by === 'hour' ? byHour(slices, timeZone) : slices;
  const names = await namesOf(ask.by, journal, people);
  const lines = named.map(({ key, sums, open }) => ({
    key,
    name: names.get(key) ?? null,
    line: toReportRow(sums, open, { blind }),
  }));
  const all = together('', slices);
  return { lines: lines.toSorted(inOrder(ask.by)), total: toReportRow(all.sums, all.open, { blind }) };
}

const slotMs = 15 * 60_000;

/** The quarters of an hour as the clock on the shop's wall has them: every zone's clock is some quarters off UTC. */
function byHour(slices: readonly BookSlice[], timeZone: string): BookSlice[] {
  const hours = Map.groupBy(slices, ({ key }) => wallClock(Number(key) * slotMs, timeZone).time.slice(0, 2));
  return [...hours].map(([hour, quarters]) => together(hour, quarters));
}

function together(key: string, slices: readonly BookSlice[]): BookSlice {
  const all: BookSlice = { key, sums: emptyTotals(), open: emptyOpenTotals() };
  for (const { sums, open } of slices) {
    addTotals(all.sums, sums);
    addTotals(all.open, open);
  }
  return all;
}

async function namesOf(by: BookBy, journal: LedgerDatabase, people: readonly Person[]): Promise<Map<string, string>> {
  if (by === 'product') return productNames(journal);
  return new Map(by === 'cashier' ? people.map(({ id, name }) => [id, name]) : []);
}

async function productNames({ knownProducts }: Pick<SalesStore, 'knownProducts'>): Promise<Map<string, string>> {
  const known = await knownProducts();
  return new Map(
    known.flatMap(({ product: { productCode, productName } }) =>
      productName === null ? [] : [[productCode, productName] as const],
    ),
  );
}

function inOrder(by: BookBy): (a: NamedLine, b: NamedLine) => number {
  const byKey = (a: NamedLine, b: NamedLine): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  switch (by) {
    case 'day':
    case 'hour':
      return byKey;
    case 'shift':
      return (a, b) => Number(a.key) - Number(b.key);
    case 'product':
    case 'brand':
    case 'cashier':
      return (a, b) => (b.line.turnover.amount ?? 0) - (a.line.turnover.amount ?? 0) || byKey(a, b);
  }
}
