import { t } from 'i18next';
import { ClipboardCopy, FileText, Image, Share2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { ShareAs } from '../../../../shared/contract/printing.ts';
import { call } from '../../../host/call.ts';
import { copyText } from '../../../host/copy-or-save.ts';
import { errorWords } from '../../../i18n/error-message.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import { askSupervisor } from '../../prints/ask-print.ts';

const ways = [
  { as: 'pdf', icon: FileText },
  { as: 'png', icon: Image },
  { as: 'text', icon: ClipboardCopy },
] as const;

/** The slip for sending on: saved as PDF or picture, or its text copied. */
export function ShareMenu({ saleId }: { saleId: string }) {
  const { t } = useTranslation();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button icon={Share2}>{t('proof.share.label')}</Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 rounded-box border border-line-strong bg-surface p-1 text-ink"
        >
          {ways.map(({ as, icon: Icon }) => (
            <DropdownMenu.Item
              key={as}
              onSelect={() => void shareSlip(saleId, as)}
              className="flex min-h-11 items-center gap-3 rounded-key px-3 outline-none select-none data-highlighted:bg-accent-soft"
            >
              <Icon aria-hidden="true" className="size-5" />
              {t(`proof.share.${as}`)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

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
