import { t } from 'i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { ShareAs } from '../../../../shared/contract/sharing.ts';
import { call } from '../../../host/call.ts';
import { copyText } from '../../../host/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';
import { askSupervisor } from '../../prints/ask-supervisor.ts';

const sharing = new Set<string>();

/**
 * Gives a sale's slip out as a file or as text; a second press while it is on its way does nothing. At the limit of copies
 * the supervisor is asked, as for a print.
 */
export async function shareSlip(id: string, as: ShareAs): Promise<void> {
  if (sharing.has(id)) return;
  sharing.add(id);
  const problem = await share(id, as);
  sharing.delete(id);
  if (problem === null) return;
  if (problem.reason === 'copies_limit') return askSupervisor((given) => share(id, as, given));
  const { title, lines } = errorWords(t, problem);
  toast('failed', [title, ...lines.slice(0, 1)].join(' '));
}

async function share(
  id: string,
  as: ShareAs,
  given: { pin?: string; reason?: string } = {},
): Promise<KonterError | null> {
  const answer = await call('receipts.share', { id, as, ...given });
  if (!answer.ok) return answer.error;
  const { via, name, text } = answer.value;
  if (via === 'file') toast('success', t('proof.share.saved', { name }));
  else if (via === 'page') toast('success', t(as === 'png' ? 'proof.share.downloaded' : 'proof.share.page', { name }));
  else if (via === 'text') {
    const copied = await copyText(text ?? '');
    toast(copied ? 'success' : 'failed', t(copied ? 'proof.share.copied' : 'proof.share.notCopied'));
  }
  return null;
}
