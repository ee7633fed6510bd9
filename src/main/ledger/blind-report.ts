import type { ShiftReport } from '../../shared/domain/shift.ts';

/** The report without anything that tells what should be in the drawer. */
export function blindReport(report: ShiftReport): ShiftReport {
  return { ...report, cash: null, line: { ...report.line, cash: null } };
}
