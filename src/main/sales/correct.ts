import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { isCorrectable, type Transaction, usableSn } from '../../shared/domain/transaction.ts';
import { shopDay } from '../base/system.ts';
import { checkApproval, checkReadBack, decision } from './resolve.ts';
import { flagged, noteOf, type SaleUpdate, updateSale } from './sale.ts';
import type { SalesContext, SalesPorts } from './sales-ports.ts';
import { replayForOthers } from './webhooks/replay.ts';

type Correction = Input<'transactions.correct'>;

/**
 * A person corrects what became of a settled sale: a mistaken decision, a refund that only the provider's dashboard shows, a
 * refused bill that the statement shows as paid. Nothing is sent. The sale becomes `disputed` first, which locks its product and
 * number, in a commit of its own: a program that ends between the two leaves it there for a person.
 */
export async function correct(ports: SalesContext, correction: Correction): Promise<Result<Transaction>> {
  const sale = await ports.db.get(correction.id);
  if (!sale) return fail('not_found', 'There is no such sale.');
  const refused = (await checkCorrection(ports, sale, correction)) ?? (await checkApproval(ports, sale, correction));
  if (refused) return refused;

  let refusal: Result<never> | null = null;
  let { state: from, settledAt } = sale;
  const disputed = await updateSale(ports, correction.id, async (sale) => {
    refusal = await checkCorrection(ports, sale, correction);
    ({ state: from, settledAt } = sale);
    return refusal ? null : dispute(ports, sale, correction);
  });
  if (refusal) return refusal;
  if (!disputed) return fail('not_found', 'There is no such sale.');
  const { outcome } = correction;
  if (outcome === 'disputed') return ok(disputed);

  let isOpen = true;
  const corrected = await updateSale(ports, correction.id, (sale) => {
    isOpen = sale.state === 'disputed';
    return isOpen
      ? decision(ports, sale, { ...correction, outcome }, { type: 'sale.manually_corrected', from, settledAt })
      : null;
  });
  if (!corrected) return fail('not_found', 'There is no such sale.');
  // Another window has settled it between the two commits.
  if (!isOpen) return notCorrectable(corrected);
  await replayForOthers(ports, corrected);
  return ok(corrected);
}

function dispute(ports: SalesPorts, sale: Transaction, correction: Correction): SaleUpdate {
  return {
    changes: { state: 'disputed', settledAt: null, flags: flagged(sale, 'resolved_by_hand') },
    event: {
      type: 'sale.manually_disputed',
      actor: 'supervisor',
      data: { from: sale.state, day: shopDay(ports) },
      bodies: noteOf(correction.note),
    },
  };
}

async function checkCorrection(
  ports: SalesContext,
  sale: Transaction,
  correction: Correction,
): Promise<Result<never> | null> {
  if (!isCorrectable(sale)) return notCorrectable(sale);
  if (ports.beingSent.has(sale.id)) {
    return fail('not_allowed', 'The answer may still come.', { reason: 'still_sending', transaction: sale });
  }
  const sn = usableSn(correction.sn);
  const otherSn = correction.outcome === 'success' && sn !== null && sn !== sale.sn;
  if (correction.outcome === sale.state && !otherSn) {
    return fail('not_allowed', 'This is what is recorded about the sale.', {
      reason: 'nothing_to_correct',
      transaction: sale,
    });
  }
  return checkReadBack(ports, sale, correction.readBack);
}

function notCorrectable(sale: Transaction): Result<never> {
  return fail('not_allowed', 'Only a settled sale is corrected.', { reason: 'not_correctable', transaction: sale });
}
