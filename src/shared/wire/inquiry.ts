import { z } from 'zod';
import { rupiahFromText } from '../domain/money.ts';
import { ProviderAmount } from './amount.ts';
import { billResult } from './bill-result.ts';
import { Text } from './text.ts';
import { told } from './told.ts';

/** An amount given as numeric text (spec: bill_value, price_admin), as whole rupiah. */
const RupiahText = z.string().transform((text, context) => {
  const amount = ProviderAmount.safeParse(rupiahFromText(text));
  if (amount.success) return amount.data;
  context.addIssue({ code: 'custom', message: 'expected a whole amount as numeric text' });
  return z.NEVER;
});

/** Body of POST /billing/inquiry: exactly the documented fields. */
export interface InquiryRequest {
  product_code: string;
  customer_no: string;
}

const Period = z.looseObject({
  period: told(Text),
  bill_value: told(RupiahText),
  price_admin: told(RupiahText),
});

const Description = z.looseObject({
  bill_sheet: told(z.int().nonnegative()),
  details: told(z.array(Period)),
});

const result = {
  ...billResult,
  description: told(Description),
};

/** Spec, Inquiry result: a bill that may be paid needs its price, one that failed does not. */
export const InquiryResult = z.discriminatedUnion('status', [
  z.looseObject({ ...result, status: z.literal('inquiry'), price: ProviderAmount }),
  z.looseObject({ ...result, status: z.literal('failed'), price: told(ProviderAmount) }),
]);
export type InquiryResult = z.infer<typeof InquiryResult>;
