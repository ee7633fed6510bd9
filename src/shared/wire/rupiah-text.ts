import { z } from 'zod';
import { rupiahFromText } from '../domain/money.ts';

/** An amount given as numeric text (spec: bill_value, price_admin), as whole rupiah. */
export const RupiahText = z.string().transform((text, context) => {
  const amount = rupiahFromText(text);
  if (amount !== null) return amount;
  context.addIssue({ code: 'custom', message: 'expected a whole amount as numeric text' });
  return z.NEVER;
});
