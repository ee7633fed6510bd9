import type { VerifyReport } from '../../../shared/contract/journal.ts';

export type Counts = Pick<VerifyReport, 'events' | 'sales' | 'receipts' | 'erased' | 'erasedSales'>;
