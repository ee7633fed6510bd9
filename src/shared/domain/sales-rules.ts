import type { NumberPlan } from './number-fit.ts';

/** The shop's rules that a sale depends on, read again for each sale. */
export interface SalesRules {
  /** the shop's */
  timeZone: string;
  /** that of cut-offs and of the day an inquiry belongs to */
  providerTimeZone: string;
  inquiryMinutes: number;
  overdueMinutes: number;
  /** whole rupiah on every bill whose product has no fee of its own in the catalogue */
  billFee: number;
  /** recording an unsettled sale as failed takes two people */
  twoPeople: boolean;
  /** nothing is sold while no shift is open */
  shiftsRequired: boolean;
  /** prefixes and lengths of customers' numbers */
  numberPlan: NumberPlan;
}
