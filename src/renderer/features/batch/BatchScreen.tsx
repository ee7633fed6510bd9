import { useBatch } from '../../state/batch.ts';
import { BatchEntry } from './BatchEntry.tsx';
import { BatchPayment } from './BatchPayment.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { useBatchDraft } from './batch-draft.ts';

/** Several sales that a customer pays together: listed, paid once, sent one after the other. */
export function BatchScreen() {
  const batch = useBatch((state) => state.batch);
  const phase = useBatchDraft((state) => state.phase);
  if (batch !== null) return <BatchProgress batch={batch} />;
  return phase === 'pay' || phase === 'sending' ? <BatchPayment /> : <BatchEntry />;
}
