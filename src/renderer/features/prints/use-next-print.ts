import { useMemo } from 'react';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';

const preview = (id: string) => call('receipts.preview', { id });

/** What the next print of a sale would be: which copy, null where it is no proof, and whether a supervisor is asked for it. */
export function useNextPrint(sale: Transaction): { copy: number | null; needsPin: boolean } {
  const limit = useSettings((state) => state.view?.settings.copiesLimit ?? null);
  // In training nobody must set a PIN, and where there is none nobody is asked.
  const asksPin = useStatus(({ status }) => status?.mode === 'live' || status?.supervisorPinSet === true);
  const { revision } = sale;
  const version = useMemo(() => ({ revision, limit }), [revision, limit]);
  const answer = useAnswer(preview, sale.id, version)?.answer;
  if (answer?.ok) return { copy: answer.value.copy, needsPin: asksPin && answer.value.beyondLimit };
  return { copy: sale.state === 'success' ? sale.prints + 1 : null, needsPin: false };
}
