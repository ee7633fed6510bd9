import { z } from 'zod';
import { rupiahFromText } from '../domain/money.ts';
import { ProviderAmount } from './amount.ts';

/** An amount given as numeric text (spec: bill_value, price_admin), as whole rupiah. */
export const RupiahText = z.string().transform((text, context) => {
  const amount = ProviderAmount.safeParse(rupiahFromText(text));
  if (amount.success) return amount.data;
  context.addIssue({ code: 'custom', message: 'expected a whole amount as numeric text' });
  return z.NEVER;
});
