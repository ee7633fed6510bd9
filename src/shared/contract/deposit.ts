import { z } from 'zod';
import { maxDeposit } from '../domain/bounds.ts';
import { NullableInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { By } from '../domain/staff.ts';
import { nothing, procedure } from './procedure.ts';

/** What a person may say that the shop's deposit at the provider is; a provider that gives credit lets it fall below nothing. */
const DepositAmount = z.int().min(-maxDeposit).max(maxDeposit);

/** What is left of the deposit by the shop's own account: what was recorded, less what its sales cost since. */
export const DepositEstimate = z.object({
  balance: z.int(),
  /** when a person last read the balance at the provider; null: never, so it counts from the first payment */
  correctedAt: z.iso.datetime().nullable(),
});
export type DepositEstimate = z.infer<typeof DepositEstimate>;

/** "paid_in": the shop paid money in. "corrected": a person read the balance at the provider. */
export const DepositKind = z.enum(['paid_in', 'corrected']);
export type DepositKind = z.infer<typeof DepositKind>;

/** The caller's own for what it records. */
const EntryId = z.uuid();

export const DepositEntry = z.object({
  seq: PositiveInt,
  at: z.iso.datetime(),
  kind: DepositKind,
  amount: z.int(),
  /** the estimate after it */
  balance: z.int(),
  note: NullableString,
  by: By.nullable(),
});
export type DepositEntry = z.infer<typeof DepositEntry>;

/** The deposit as the provider itself names it. */
export const ReportedBalance = z.object({
  balance: z.int(),
  /** when the provider had it */
  at: z.iso.datetime(),
  /** the shop's own estimate when it was read; null: it keeps none */
  estimate: NullableInt,
});
export type ReportedBalance = z.infer<typeof ReportedBalance>;

export const deposit = {
  /** the newest 50 entries, newest first; `estimate` is null until something was recorded */
  'deposit.get': procedure({
    input: nothing,
    output: z.object({ estimate: DepositEstimate.nullable(), entries: z.array(DepositEntry) }),
    needs: 'deposit',
    office: 'own',
  }),
  /**
   * what was paid in is added; a corrected balance takes the place of the estimate. Nothing is changed afterwards, and a call that is repeated
   * under its id, because its answer was lost, records nothing twice
   */
  'deposit.record': procedure({
    input: z.discriminatedUnion('kind', [
      z.strictObject({
        id: EntryId.optional(),
        kind: z.literal('paid_in'),
        amount: z.int().min(1).max(maxDeposit),
        note: z.string().trim().max(200).optional(),
      }),
      z.strictObject({
        id: EntryId.optional(),
        kind: z.literal('corrected'),
        amount: DepositAmount,
        note: z.string().trim().max(200).optional(),
      }),
    ]),
    output: DepositEstimate,
    needs: 'deposit',
    office: 'counter',
  }),
  /** Whether the provider can name the balance, and what it named last. Asks for no balance. */
  'deposit.reported': procedure({
    input: nothing,
    output: z.object({ isOffered: z.boolean(), last: ReportedBalance.nullable() }),
    needs: 'deposit',
    office: 'counter',
  }),
  /** Asks the provider for the balance; again within three minutes it answers what was read last. It changes no estimate. */
  'deposit.readBalance': procedure({ input: nothing, output: ReportedBalance, needs: 'deposit', office: 'counter' }),
};
