import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { countText, lineName, rateText } from './report-text.ts';

interface Props {
  by: BookBy;
  lines: readonly NamedLine[];
  total: ReportRow;
  /** a chart stands beside it, which gives room first: no column is out of sight */
  isBesideChart: boolean;
}

const columns = ['count', 'rate', 'turnover', 'price', 'margin', 'without', 'open', 'cash', 'toReturn'] as const;
type Column = (typeof columns)[number];

/** The figures of a chart, and those that it has no room for. It scrolls with the arrow keys too. */
export function LinesTable({ by, lines, total, isBesideChart }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const visibleColumns = columns.filter((column) => saysSomething(total, column));
  const cell = (line: ReportRow, column: Column): string => cellText(line, column, language) ?? t('common.none');
  return (
    <ScrollRegion
      label={t('books.table')}
      className={classes('flex-[1.8] overflow-auto bg-surface', isBesideChart ? 'min-w-min zoomed:min-w-0' : 'min-w-0')}
    >
      <table className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th scope="col" className={classes(headLook, 'text-left')}>
              {t(`books.by.${by}`)}
            </th>
            {visibleColumns.map((column) => (
              <th key={column} scope="col" className={classes(headLook, 'text-right')}>
                {t(`books.column.${column}`)}
                {counted.has(column) ? null : <span className="block font-normal text-ink-soft">Rp</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th
                scope="row"
                className={classes(
                  'border-b border-line px-1 py-2 text-left font-medium xl:px-2',
                  isBesideChart ? 'min-w-36 break-words' : 'min-w-20 wrap-anywhere',
                  (by === 'day' || by === 'month') && 'whitespace-nowrap',
                )}
              >
                {lineName(t, by, line, language)}
              </th>
              {visibleColumns.map((column) => (
                <td
                  key={column}
                  className={classes(
                    'border-b border-line px-1 py-2 xl:px-2 text-right whitespace-nowrap',
                    column === 'margin' && (line.line.margin.amount ?? 0) < 0 && 'text-failed',
                  )}
                >
                  {cell(line.line, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes(footLook, 'text-left')}>
              {t('books.total')}
            </th>
            {visibleColumns.map((column) => (
              <td key={column} className={classes(footLook, 'text-right whitespace-nowrap')}>
                {cell(total, column)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

const headLook = 'sticky top-0 border-b border-line-strong bg-surface px-1 py-2 xl:px-2 align-bottom font-semibold';
const footLook = 'sticky bottom-0 border-t border-line-strong bg-surface px-1 py-2 xl:px-2 font-semibold';

/** Columns that are no rupiah. */
const counted: ReadonlySet<Column> = new Set(['count', 'rate', 'without']);

/** A column that holds nothing in any line takes no room from the others. */
function saysSomething(total: ReportRow, column: Column): boolean {
  switch (column) {
    case 'without':
      return total.margin.without > 0;
    case 'open':
      return total.unresolved.amount !== 0;
    case 'cash':
      return total.cash !== null;
    case 'toReturn':
      return (total.cash?.toReturn ?? 0) !== 0;
    case 'count':
    case 'rate':
    case 'turnover':
    case 'price':
    case 'margin':
      return true;
  }
}

const amount = (rupiah: number | null): string | null => (rupiah === null ? null : groupThousands(rupiah));

function cellText(line: ReportRow, column: Column, language: 'id' | 'en'): string | null {
  switch (column) {
    case 'count':
      return countText(line.count, language);
    case 'rate':
      return rateText(line.successRate, language);
    case 'turnover':
      return amount(line.turnover.amount);
    case 'price':
      return amount(line.price.amount);
    case 'margin':
      return amount(line.margin.amount);
    case 'without':
      return countText(line.margin.without, language);
    case 'open':
      return amount(line.unresolved.amount);
    case 'cash':
      return amount(line.cash?.expected ?? null);
    case 'toReturn':
      return amount(line.cash?.toReturn ?? null);
  }
}
