import type { StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { readAmount } from '../table/amount.ts';
import { sampleRows, type TableTop } from '../table/headings.ts';
import { cellValue, tableRows } from '../table/table-file.ts';
import { numberIn } from './statement-numbers.ts';
import { readStatus } from './statement-status.ts';
import { lacksYear } from './statement-values.ts';

const maxStatuses = 12;
const maxStatusLength = 100;

const isDeposit = (row: readonly string[]): boolean =>
  row.some((cell) => /deposit|top ?up|tiket|isi saldo|setor/i.test(cell));

/** What the rows of a statement leave for a person to say. Every row counts: a sign or a word may come late. */
export class StatementQuestions {
  readonly #columns: readonly string[];
  readonly #mapping: StatementMapping;
  readonly #answered = new Set<string>();
  readonly #unknown = new Set<string>();
  readonly #signs = { withNumber: { all: 0, below: 0 }, withId: { all: 0, below: 0 }, any: { all: 0, below: 0 } };
  #hasPlus = false;
  #hasNegative = false;
  #needsPeriod = false;

  /** @param columns the names of the statement's columns */
  constructor(columns: readonly string[], mapping: StatementMapping) {
    this.#columns = columns;
    this.#mapping = mapping;
  }

  add(row: readonly string[]): void {
    if (row.every((cell, at) => cell.trim() === '' || cellValue(cell) === this.#columns[at])) return;
    const { columns, decimal, statuses } = this.#mapping;
    const cell = (name: string | null): string => (name === null ? '' : cellValue(row[this.#columns.indexOf(name)]));
    const status = cell(columns.status).slice(0, maxStatusLength);
    if (Object.hasOwn(statuses, status)) this.#answered.add(status);
    if (status !== '' && this.#unknown.size < maxStatuses && readStatus(status, {}) === null) this.#unknown.add(status);
    this.#needsPeriod ||= lacksYear(cell(columns.time));
    const text = cell(columns.amount);
    const read = readAmount(text, decimal);
    if (read === null || read.amount === 0) return;
    this.#hasNegative ||= read.negative;
    if (isDeposit(row)) return;
    this.#hasPlus ||= text.includes('+');
    const { withNumber, withId, any } = this.#signs;
    const counts = [
      any,
      ...(numberIn(cell(columns.customerNo)) === null ? [] : [withNumber]),
      ...(cell(columns.transactionId) === '' ? [] : [withId]),
    ];
    for (const count of counts) {
      count.all += 1;
      if (read.negative) count.below += 1;
    }
  }

  /** Words or numbers for a status that Konter does not know, and those that a person has answered. */
  get unknownStatuses(): string[] {
    const answered = Object.keys(this.#mapping.statuses).filter((each) => this.#answered.has(each));
    return [...new Set([...answered, ...this.#unknown])].slice(0, maxStatuses);
  }

  /** Some amount is below zero. */
  get hasNegative(): boolean {
    return this.#hasNegative;
  }

  /** Some date has no year. */
  get needsPeriod(): boolean {
    return this.#needsPeriod;
  }

  /** What amounts below zero are, as lines with a customer's number show, or else with an id; deposits say nothing of it. Null: not shown. */
  get negative(): StatementMapping['negative'] {
    const { withNumber, withId, any } = this.#signs;
    if (any.below === 0) return null;
    // A plus means money that came in.
    if (this.#hasPlus) return 'charge';
    const { all, below } = [withNumber, withId].find((each) => each.all > 0) ?? any;
    if (below * 2 === all) return null;
    return below * 2 > all ? 'charge' : 'refund';
  }
}

/** Reads the whole statement, unless its first rows are all that it has. Throws NotATable and file system errors. */
export async function questionsOf(path: string, top: TableTop, mapping: StatementMapping): Promise<StatementQuestions> {
  const questions = new StatementQuestions(top.columns, mapping);
  for (const row of top.sample) questions.add(row);
  if (top.sample.length < sampleRows) return questions;
  let left = (top.headingRow ?? top.above.length) + sampleRows;
  for await (const row of tableRows(path, mapping)) if (--left < 0) questions.add(row);
  return questions;
}
