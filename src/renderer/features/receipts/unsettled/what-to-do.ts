import type { Transaction } from '../../../../shared/domain/transaction.ts';

type What = 'doSending' | 'doDisputed' | 'doOrder' | 'doBill' | 'doElse';

/** What a person does about an unsettled sale, in this order: an order may settle by itself, a bill will not. */
export function whatToDo({ state, kind }: Pick<Transaction, 'state' | 'kind'>): What[] {
  if (state === 'sending') return ['doSending'];
  if (state === 'disputed') return ['doDisputed'];
  return kind === 'prepaid' ? ['doOrder', 'doElse'] : ['doBill'];
}
