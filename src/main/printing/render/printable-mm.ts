import type { Paper } from '../../../shared/domain/receipt/paper.ts';

/** Printable widths: thermal heads leave some millimetres at each side; a sheet is no wider than is easily read. */
export const printableMm: Readonly<Record<Paper, number>> = { '58': 48, '80': 72, a4: 120 };
