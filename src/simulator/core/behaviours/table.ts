import type { Behaviour, InquiryPlan, OrderPlan, PayPlan } from '../behaviour.ts';
import { bills } from './bills.ts';
import { line } from './line.ts';
import { lookups } from './lookups.ts';
import { outcomes } from './outcomes.ts';
import { order, paid } from './parts.ts';
import { shapes } from './shapes.ts';
import { unclearAnswers } from './unclear-answers.ts';
import { webhooks } from './webhooks.ts';

/** Every behaviour that is not ordinary. README.md prints the same table; a test compares them. */
export const behaviours: readonly Behaviour[] = [
  ...outcomes,
  ...line,
  ...unclearAnswers,
  ...shapes,
  ...webhooks,
  ...bills,
  ...lookups,
];

/** As the interface describes it: pending, success by webhook within seconds; a bill is found, paid, Sukses. */
export const ordinary: Readonly<{ name: string; order: OrderPlan; inquiry: InquiryPlan; pay: PayPlan }> = {
  name: 'ordinary',
  order: order(),
  inquiry: {},
  pay: paid,
};

/** Refused before it was ever taken on: the product is not for sale. The effect of a cut-off is not shown (spec, Limits). */
export const notForSale: OrderPlan = { does: [{ at: 0, status: 'failed' }], answers: {}, webhooks: [] };

const byName = new Map(behaviours.map((behaviour) => [behaviour.name, behaviour]));
const byDigits = new Map(behaviours.map((behaviour) => [behaviour.digits, behaviour]));
const magic = /^(?:0800000000|99000000)(\d{3})$/;

export function behaviourNamed(name: string): Behaviour | null {
  return byName.get(name) ?? null;
}

/** The behaviour a customer number asks for: 0800000000xxx or 99000000xxx. */
export function behaviourOfNumber(customerNo: string): Behaviour | null {
  const digits = magic.exec(customerNo)?.[1];
  return digits === undefined ? null : (byDigits.get(digits) ?? null);
}
