import { fail, type KonterError } from '../../shared/contract/errors.ts';
import { answerProblem } from '../../shared/domain/answer-problem.ts';
import type { ProviderOutcome } from '../ports/provider.ts';

type Silent = Extract<ProviderOutcome<unknown>, { kind: 'unclear' | 'never_sent' }>;

/** Asking for something that changes nothing (a product, a bill) brought no usable answer: no money is at stake. */
export function noAnswer(outcome: Silent): { ok: false; error: KonterError } {
  if (outcome.kind === 'never_sent' || outcome.status === null) {
    return fail('provider_unreachable', 'The payment service did not answer. Nothing was sold.', {
      reason: outcome.kind === 'never_sent' ? 'never_sent' : 'no_answer',
    });
  }
  if (answerProblem(outcome) === 'other') {
    return fail('provider_bad_answer', 'The payment service answered about another product.', {
      reason: 'other_product',
    });
  }
  return fail('provider_bad_answer', 'The payment service gave an answer that cannot be used. Nothing was sold.', {
    reason: 'unreadable',
    ...(outcome.faults.length > 0 ? { fields: outcome.faults.map((fault) => fault.path) } : {}),
  });
}
