import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { isCorrectable } from '../../shared/domain/move.ts';
import { usableSn } from '../../shared/domain/sn.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { CounterAtWork, CounterPorts } from './ports.ts';
import { checkApproval, checkReadBack, decision } from './resolve.ts';
import { type Amendment, amend, flagged, noteOf, shopDay } from './sale.ts';
import { hearOthersAgain } from './webhook/replay.ts';

type Correction = Input<'transactions.correct'>;

/**
 * A person corrects what became of a settled sale: a mistaken decision, a refund that only the provider's dashboard shows, a
 * refused bill that the statement shows as paid. Nothing is sent. The sale becomes `disputed` first, which locks its product and
 * number, in a commit of its own: a program that ends between the two leaves it there for a person.
 */
export async function correct(ports: CounterAtWork, ask: Correction): Promise<Result<Transaction>> {
  const found = await ports.journal.get(ask.id);
  if (!found) return fail('not_found', 'There is no such sale.');
  const refused = (await checkCorrection(ports, found, ask)) ?? (await checkApproval(ports, found, ask));
  if (refused) return refused;

  let refusal: Result<never> | null = null;
  let { state: from } = found;
  const disputed = await amend(ports, ask.id, async (sale) => {
    refusal = await checkCorrection(ports, sale, ask);
    from = sale.state;
    return refusal ? null : dispute(ports, sale, ask);
  });
  if (refusal) return refusal;
  if (!disputed) return fail('not_found', 'There is no such sale.');
  const { outcome } = ask;
  if (outcome === 'disputed') return ok(disputed);

  let isOpen = true;
  const corrected = await amend(ports, ask.id, (sale) => {
    isOpen = sale.state === 'disputed';
    return isOpen ? decision(ports, sale, { ...ask, outcome }, { type: 'person.corrected', from }) : null;
  });
  if (!corrected) return fail('not_found', 'There is no such sale.');
  // Another window has settled it between the two commits.
  if (!isOpen) return notCorrectable(corrected);
  await hearOthersAgain(ports, corrected);
  return ok(corrected);
}

function dispute(ports: CounterPorts, sale: Transaction, ask: Correction): Amendment {
  return {
    changes: { state: 'disputed', settledAt: null, flags: flagged(sale, 'resolved_by_hand') },
    event: {
      type: 'person.disputed',
      actor: 'supervisor',
      data: { from: sale.state, day: shopDay(ports) },
      bodies: noteOf(ask.note),
    },
  };
}

async function checkCorrection(
  ports: CounterAtWork,
  sale: Transaction,
  ask: Correction,
): Promise<Result<never> | null> {
  if (!isCorrectable(sale)) return notCorrectable(sale);
  if (ports.beingSent.has(sale.id)) {
    return fail('not_allowed', 'The answer may still come.', { reason: 'still_sending', transaction: sale });
  }
  const sn = usableSn(ask.sn);
  const otherSn = ask.outcome === 'success' && sn !== null && sn !== sale.sn;
  if (ask.outcome === sale.state && !otherSn) {
    return fail('not_allowed', 'This is what is recorded about the sale.', {
      reason: 'nothing_to_correct',
      transaction: sale,
    });
  }
  return checkReadBack(ports, sale, ask.readBack);
}

function notCorrectable(sale: Transaction): Result<never> {
  return fail('not_allowed', 'Only a settled sale is corrected.', { reason: 'not_correctable', transaction: sale });
}
