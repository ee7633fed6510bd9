import type { ReportRow } from '../../../shared/domain/sales-report.ts';

export const measures = ['turnover', 'margin', 'count'] as const;
/** What the bars of a chart say. */
export type Measure = (typeof measures)[number];

/** Whole rupiah, or a number of successes; null where it is not known of any sale. */
export function measured(line: ReportRow, measure: Measure): number | null {
  switch (measure) {
    case 'turnover':
      return line.turnover.amount;
    case 'margin':
      return line.margin.amount;
    case 'count':
      return line.success;
  }
}
