import type { TFunction } from 'i18next';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import { whatPrints } from './job-words.ts';

/** "Copy 2 A1-000012": one job among many. */
export const jobName = (t: TFunction, job: PrintJob): string =>
  [whatPrints(t, job), job.receiptNo].filter(Boolean).join(' ');
