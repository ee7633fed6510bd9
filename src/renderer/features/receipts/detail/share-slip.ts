import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { ShareAs } from '../../../../shared/contract/receipts.ts';
import { call } from '../../../host/call.ts';
import { errorWords } from '../../../i18n/i18n.ts';
import { type TFunction, t } from '../../../i18n/translation.ts';
import { copyText } from '../../../state/share.ts';
import { toast } from '../../../state/toast.ts';
import { FileText } from '../../../ui/icons.tsx';
import { ClipboardCopy, Image } from '../../../ui/later-icons.tsx';
import type { MenuItem } from '../../../ui/MoreMenu.tsx';
import { askSupervisor } from '../../prints/index.ts';

const ways = [
  { as: 'pdf', icon: FileText },
  { as: 'png', icon: Image },
  { as: 'text', icon: ClipboardCopy },
] as const;

/** The slip for sending on: saved as PDF or picture, or its text copied. */
export const shareItems = (t: TFunction, saleId: string): MenuItem[] =>
  ways.map(({ as, icon }) => ({ icon, label: t(`proof.share.${as}`), run: () => void shareSlip(saleId, as) }));

const sharing = new Set<string>();

/**
 * Gives a sale's slip out as a file or as text; a second press while it is on its way does nothing. At the limit of copies
 * the supervisor is asked, as for a print.
 */
async function shareSlip(id: string, as: ShareAs): Promise<void> {
  if (sharing.has(id)) return;
  sharing.add(id);
  const problem = await share(id, as);
  sharing.delete(id);
  if (problem === null) return;
  if (problem.reason === 'copies_limit') return askSupervisor((approval) => share(id, as, approval));
  const { title, lines } = errorWords(t, problem);
  toast('failed', [title, ...lines.slice(0, 1)].join(' '));
}

async function share(
  id: string,
  as: ShareAs,
  approval: { pin?: string; reason?: string } = {},
): Promise<KonterError | null> {
  const answer = await call('receipts.share', { id, as, ...approval });
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
