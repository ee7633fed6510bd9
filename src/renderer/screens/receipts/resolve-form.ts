import { z } from 'zod';
import { Pin } from '../../../shared/contract/inputs.ts';

/** What a person says about a sale's outcome. The last digits are typed anew, so that the right sale is meant. */
export const resolveForm = (customerNo: string, askPin: boolean, onlySn: boolean) =>
  z
    .object({
      outcome: z.enum(['success', 'failed']),
      sn: z.string().trim().max(200),
      note: z.string().trim().min(3).max(500),
      pin: askPin ? Pin : z.string(),
      lastFour: z.string().refine((typed) => typed.replace(/\s/g, '') === lastFourOf(customerNo)),
    })
    .refine((form) => !onlySn || form.sn !== '', { path: ['sn'] });

export type ResolveValues = z.infer<ReturnType<typeof resolveForm>>;

export const lastFourOf = (customerNo: string): string => customerNo.slice(-4);
