import { ClipboardCopy, FileText, Image, Share2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { shareSlip } from './share-slip.ts';

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
        <Button icon={<Share2 aria-hidden="true" className="size-5" />}>{t('proof.share.label')}</Button>
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
