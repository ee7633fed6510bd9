import type { DrillName } from '../../../../shared/domain/drill.ts';
import type { Drill } from '../drill.ts';
import { lostBill } from './lost-bill.ts';
import { askedTwice, failedSale } from './money-back.ts';
import { paperOut } from './paper-out.ts';
import { lateWebhook, lostOrder } from './waiting.ts';

/** Every drill, by its name. */
export const course: Readonly<Record<DrillName, Drill>> = {
  lostOrder,
  lateWebhook,
  failedSale,
  askedTwice,
  lostBill,
  paperOut,
};
