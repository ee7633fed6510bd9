import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Pin } from '../../../../shared/contract/procedure.ts';
import type { Given } from '../../../../shared/contract/registry.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { bareNumber } from '../../../ui/number-text.ts';

/** Where a person saw what became of a sale. */
export const sources = ['dashboard', 'staff', 'other'] as const;

/** What is asked for: PINs only where there are any, a serial number where that is all that is missing. */
export interface ResolveAsks {
  pin: boolean;
  secondPin: boolean;
  onlySn: boolean;
}

const typedPin = (asked: boolean) => (asked ? Pin : z.string());

/**
 * What a person says about a sale's outcome. "failed" makes the sale possible a second time, so the number and the amount are
 * typed anew, and main compares them.
 */
export const resolveForm = (asks: ResolveAsks) =>
  z
    .object({
      outcome: z.enum(['success', 'failed']),
      sn: z.string().trim().max(200),
      source: z.enum(sources),
      reason: z.string().trim().min(3).max(400),
      pin: typedPin(asks.pin),
      secondPin: z.string(),
      number: z.string(),
      amount: z.int().nonnegative().nullable(),
    })
    .refine((form) => !asks.onlySn || form.sn !== '', { path: ['sn'] })
    .refine((form) => form.outcome === 'success' || !asks.secondPin || Pin.safeParse(form.secondPin).success, {
      path: ['secondPin'],
    })
    .refine((form) => form.outcome === 'success' || /\d/.test(form.number), { path: ['number'] })
    .refine((form) => form.outcome === 'success' || form.amount !== null, { path: ['amount'] });

export type ResolveValues = z.infer<ReturnType<typeof resolveForm>>;

/** What main is asked to record. The source stands before the reason, in the shop's language. */
export function resolveInput(
  sale: Pick<Transaction, 'id'>,
  form: ResolveValues,
  sourceWords: string,
): Given<'transactions.resolve'> {
  const failed = form.outcome === 'failed';
  return {
    id: sale.id,
    outcome: form.outcome,
    note: `${sourceWords}: ${form.reason}`,
    ...(failed || form.sn === '' ? {} : { sn: form.sn }),
    ...(form.pin === '' ? {} : { pin: form.pin }),
    ...(failed && form.secondPin !== '' ? { secondPin: form.secondPin } : {}),
    ...(failed ? { readBack: { customerNo: bareNumber(form.number), amount: form.amount ?? 0 } } : {}),
  };
}

/** The fields that an error is about, so that they can be typed again. */
export function faultyFields({ reason }: KonterError): Array<'pin' | 'secondPin' | 'number' | 'amount' | 'sn'> {
  if (reason === 'read_back_differs') return ['number', 'amount'];
  if (reason === 'sn_needed') return ['sn'];
  if (reason?.startsWith('second_') === true) return ['secondPin'];
  return reason === 'wrong_pin' || reason === 'pin_needed' || reason === 'locked' ? ['pin'] : [];
}
