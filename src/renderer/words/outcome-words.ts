import type { TFunction } from 'i18next';
import { cashAtStake, owesCash } from '../../shared/domain/cash.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ErrorWords } from './error-words.ts';

type OutcomeKey =
  | 'sending'
  | 'pending'
  | 'success'
  | 'successNoSn'
  | 'failed'
  | 'failedNoCash'
  | 'unsent'
  | 'unsentNoCash'
  | 'unknown'
  | 'disputed'
  | 'inquired'
  | 'expired';

/** Which words a sale's state asks for: whether cash is owed changes what has to be done. */
export function outcomeKey(sale: Transaction): OutcomeKey {
  if (sale.state === 'success') return sale.sn === null && !isErased(sale) ? 'successNoSn' : 'success';
  if (sale.state === 'failed') return owesCash(sale) ? 'failed' : 'failedNoCash';
  if (sale.state === 'unsent') return owesCash(sale) ? 'unsent' : 'unsentNoCash';
  return sale.state;
}

/** In the other states the provider's words say nothing that the state does not. */
const providerSpoke: ReadonlySet<Transaction['state']> = new Set(['pending', 'failed', 'disputed', 'unknown']);

/** Why a sale is unknown, as the error of the call says. */
const unknownReasons = ['unknown', 'answer_unreadable', 'answer_unclear', 'answer_about_other'] as const;

/**
 * What became of a sale: first the money, then why, then what to do.
 * @param reason of the call's error, where the screen still has it
 */
export function outcomeWords(t: TFunction, sale: Transaction, reason?: string): ErrorWords {
  const unknown = sale.state === 'unknown' ? unknownReasons.find((each) => each === reason) : undefined;
  const key = outcomeKey(sale);
  const lowDeposit = sale.state === 'failed' && reason === 'deposit_low';
  return {
    title: t(`outcome.${key}.title`, { cash: formatRupiah(cashAtStake(sale)) }),
    lines: [
      sale.refused ? t('outcome.refused') : unknown ? t(`reasons.${unknown}`) : t(`outcome.${key}.why`),
      ...(sale.message && providerSpoke.has(sale.state) ? [t('outcome.providerSays', { message: sale.message })] : []),
      t(`outcome.${key}.do`),
      ...(lowDeposit ? [t('reasons.deposit_low'), t('reasonDo.deposit_low')] : []),
      ...(owesCash(sale) && sale.change ? [t('outcome.changeToo', { change: formatRupiah(sale.change) })] : []),
    ],
  };
}
