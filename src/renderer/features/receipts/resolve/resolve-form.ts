import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { LongReason, Pin } from '../../../../shared/contract/procedure.ts';
import type { RawInput } from '../../../../shared/contract/registry.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { NonNegativeInt } from '../../../../shared/domain/common-schemas.ts';
import { readCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';

/** Where a person saw what became of a sale. */
export const sources = ['dashboard', 'staff', 'other'] as const;

/** The fields that a form needs: PINs only where some are set, a serial number where only that is missing. */
export interface ResolveAsks {
  pin: boolean;
  secondPin: boolean;
  onlySn: boolean;
}

export const asksOf = (view: SettingsView | null, sale: Transaction): ResolveAsks => ({
  pin: view?.secrets.supervisorPin ?? false,
  secondPin: (view?.settings.twoPeople ?? false) && (view?.secrets.secondPin ?? false),
  onlySn: sale.state === 'success',
});

const fields = {
  sn: z.string().trim().max(200),
  reason: LongReason,
  pin: z.string(),
  secondPin: z.string(),
  number: z.string(),
  amount: NonNegativeInt.nullable(),
};

/**
 * The fields that an outcome still lacks. "failed" allows the sale a second time, so the number and the amount are typed again and
 * main compares them.
 */
function faultsOf(form: z.infer<z.ZodObject<typeof fields>>, outcome: string | null, needs: ResolveAsks): string[] {
  const failed = outcome === 'failed';
  const noPin = (pin: string): boolean => !Pin.safeParse(pin).success;
  const faults: ReadonlyArray<[keyof typeof fields | 'outcome', boolean]> = [
    ['outcome', outcome === null],
    ['sn', outcome === 'success' && needs.onlySn && form.sn === ''],
    ['pin', needs.pin && noPin(form.pin)],
    ['secondPin', failed && needs.secondPin && noPin(form.secondPin)],
    ['number', failed && readCustomerNo(form.number) === null],
    ['amount', failed && form.amount === null],
  ];
  return faults.flatMap(([name, is]) => (is ? [name] : []));
}

/** A person's decision about an outcome that nothing else can settle. Nothing is preselected. */
export const resolveForm = (needs: ResolveAsks) =>
  z
    .object({
      ...fields,
      outcome: z.enum(['success', 'failed']).nullable(),
      source: z.enum(sources).nullable(),
    })
    .superRefine((form, context) => {
      const faults = [...faultsOf(form, form.outcome, needs), ...(form.source === null ? ['source'] : [])];
      for (const name of faults) context.addIssue({ code: 'custom', path: [name] });
    })
    // What is not chosen was refused above.
    .transform(({ outcome, source, ...form }) =>
      outcome === null || source === null ? z.NEVER : { ...form, outcome, source },
    );

export type ResolveValues = z.infer<ReturnType<typeof resolveForm>>;

/** A person's correction of a settled sale. Nothing is preselected. */
export const correctForm = (needs: ResolveAsks) =>
  z
    .object({ ...fields, outcome: z.enum(['success', 'failed', 'disputed']).nullable() })
    .superRefine((form, context) => {
      for (const name of faultsOf(form, form.outcome, needs)) context.addIssue({ code: 'custom', path: [name] });
    })
    // An outcome that is not chosen was refused above.
    .transform(({ outcome, ...form }) => (outcome === null ? z.NEVER : { ...form, outcome }));

type CorrectValues = z.infer<ReturnType<typeof correctForm>>;

/** The input of both forms. A serial number belongs to a success; reading back and the second person belong to a failure. */
function inputOf(sale: Pick<Transaction, 'id'>, form: Omit<CorrectValues, 'reason'>) {
  const { outcome, sn, pin, secondPin, number, amount } = form;
  const failed = outcome === 'failed';
  return {
    id: sale.id,
    ...(outcome === 'success' && sn !== '' ? { sn } : {}),
    ...(pin === '' ? {} : { pin }),
    ...(failed && secondPin !== '' ? { secondPin } : {}),
    ...(failed ? { readBack: { customerNo: readCustomerNo(number) ?? number, amount: amount ?? 0 } } : {}),
  };
}

/** The input for main. The source precedes the reason, in the shop's language. */
export const resolveInput = (
  sale: Pick<Transaction, 'id'>,
  form: ResolveValues,
  sourceWords: string,
): RawInput<'transactions.resolve'> => ({
  ...inputOf(sale, form),
  outcome: form.outcome,
  note: `${sourceWords}: ${form.reason}`,
});

export const correctInput = (sale: Pick<Transaction, 'id'>, form: CorrectValues): RawInput<'transactions.correct'> => ({
  ...inputOf(sale, form),
  outcome: form.outcome,
  note: form.reason,
});

/** The fields that an error is about, so that they can be typed again. */
export function faultyFields({ reason }: KonterError): Array<'pin' | 'secondPin' | 'number' | 'amount' | 'sn'> {
  if (reason === 'read_back_differs') return ['number', 'amount'];
  if (reason === 'sn_needed') return ['sn'];
  if (reason?.startsWith('second_') === true) return ['secondPin'];
  return reason === 'wrong_pin' || reason === 'pin_needed' || reason === 'locked' ? ['pin'] : [];
}
