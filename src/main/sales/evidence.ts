import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Evidence } from '../../shared/contract/transactions.ts';
import type { InquiryResult } from '../../shared/wire/provider.ts';
import { isoNow } from '../base/system.ts';
import type { ProviderOutcome } from '../provider/index.ts';
import { updateSale } from './sale.ts';
import type { SalesPorts } from './sales-ports.ts';

/**
 * Asks for the bill of an unsettled payment again. No interface says what became of a payment, so this is the best there is,
 * and it is evidence only: a bill that is gone was probably paid, one that is still there proves nothing yet. The sale stays
 * as it is; what was asked and answered goes into its history. Nothing that could be paid is made of it.
 */
export async function evidence(ports: SalesPorts, id: string): Promise<Result<Evidence>> {
  const sale = await ports.db.get(id);
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (sale.kind !== 'postpaid' || (sale.state !== 'unknown' && sale.state !== 'disputed')) {
    return fail('not_allowed', 'Only an unsettled bill can be looked into.', {
      reason: 'no_evidence',
      transaction: sale,
    });
  }
  if (!ports.provider) return fail('not_configured', 'The connection to the payment service is not set up.');
  const { productCode, customerNo } = sale;
  const outcome = await ports.provider.inquiry({ productCode, customerNo });
  const result = read(outcome, isoNow(ports.clock));
  await updateSale(ports, id, () => ({
    changes: {},
    event: {
      type: 'bill.rechecked',
      actor: 'provider',
      data: { finding: result.finding },
      bodies: [
        { role: 'request', bytes: outcome.sent },
        ...('answer' in outcome && outcome.answer ? [{ role: 'answer' as const, bytes: outcome.answer }] : []),
      ],
    },
  }));
  return ok(result);
}

function read(outcome: ProviderOutcome<InquiryResult>, at: string): Evidence {
  if (outcome.kind === 'refused') return { finding: 'bill_gone', at, message: outcome.message, price: null };
  if (outcome.kind !== 'answered') return { finding: 'no_answer', at, message: null, price: null };
  const { status, message, price } = outcome.value;
  if (status === 'failed') return { finding: 'bill_gone', at, message, price: null };
  return { finding: 'bill_still_there', at, message, price };
}
