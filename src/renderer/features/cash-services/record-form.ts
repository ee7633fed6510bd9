import { z } from 'zod';
import type { CashServiceInput } from '../../../shared/contract/cash-services.ts';
import { Reason, Reference } from '../../../shared/contract/procedure.ts';
import { maxAmount, maxDrawerAmount } from '../../../shared/domain/bounds.ts';
import { CashServiceKind, type FeeRange, FeeSide, isCustomerService } from '../../../shared/domain/cash-service.ts';
import { type CashServiceTerms, feeFits, usualFee } from '../../../shared/domain/cash-service-entry.ts';

/** What is typed: some fields are of customers' services, some of the purse's own moves. */
export const ServiceForm = z
  .object({
    kind: CashServiceKind,
    amount: z.int().min(1).max(maxDrawerAmount).nullable(),
    fee: z.int().min(0).max(maxAmount).nullable(),
    feeSide: FeeSide,
    throughDrawer: z.enum(['yes', 'no']),
    words: z.string(),
    allowSameReference: z.boolean(),
  })
  .transform(({ kind, amount, fee, feeSide, throughDrawer, words, allowSameReference }, context): UnsentService => {
    const bad = (name: string) => context.addIssue({ code: 'custom', path: [name], message: 'refused' });
    const isService = isCustomerService(kind);
    const read = (isService ? Reference : Reason).safeParse(words);
    if (amount === null) bad('amount');
    if (isCustomerService(kind) && (fee === null || (amount !== null && !feeFits({ kind, amount, fee, feeSide }))))
      bad('fee');
    if (!read.success) bad('words');
    if (amount === null || (isService && fee === null) || !read.success) return z.NEVER;
    if (!isService) return { kind, amount, throughDrawer: throughDrawer === 'yes', reason: read.data };
    const same = allowSameReference ? { allowSameReference } : {};
    return { kind, amount, fee: fee ?? 0, feeSide, reference: read.data, ...same };
  });

type UnsentOf<T> = T extends unknown ? Omit<T, 'id'> : never;
/** What is recorded, but for its id. */
export type UnsentService = UnsentOf<CashServiceInput>;

type Doubt = 'otherFee' | 'largeFee' | 'largeAmount';

/**
 * What is unlikely, by the owner's own ranges alone: no limit is invented here. A fee of more than a fifth of the amount is the
 * exception; it is an amount in the wrong field.
 */
export function doubtOf(terms: CashServiceTerms, ranges: readonly FeeRange[]): Doubt | null {
  if ('throughDrawer' in terms) return null;
  const { kind, amount, fee } = terms;
  const ofKind = ranges.filter((range) => range.kind === kind);
  const usual = usualFee(ranges, kind, amount);
  if (fee * 5 > amount && fee !== usual) return 'largeFee';
  if (usual !== null && fee !== usual) return 'otherFee';
  return ofKind.length > 0 && amount >= 10 * Math.max(...ofKind.map(({ to }) => to)) ? 'largeAmount' : null;
}
