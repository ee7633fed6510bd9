import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../i18n/translation.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';
import { MessageCircle, Printer } from './later-icons.tsx';

interface Props extends Omit<ComponentProps<typeof Dialog>, 'keys' | 'children'> {
  /** left out: nothing is printed here */
  print?: () => void;
  send: () => void;
  /** buttons beside those two */
  renderMore?: (settled: boolean) => ReactNode;
  children: ReactNode;
}

/** What was recorded with a customer's money: printed, sent to their chat, and done. */
export function ProofDialog({ print, send, renderMore, onClose, children, ...dialog }: Props) {
  const { t } = useTranslation();
  const acts = [
    ...(print ? [{ key: 'F8', label: t('tabs.print'), run: print, icon: Printer }] : []),
    { key: 'F6', label: t('outcome.whatsapp'), run: send, icon: MessageCircle },
  ];
  const done = { key: 'Enter', label: t('tabs.paid.done'), run: onClose };
  return (
    <Dialog {...dialog} onClose={onClose} keys={[...acts, done]}>
      {(settled) => (
        <>
          {children}
          <DialogFooter>
            <span className="flex flex-wrap gap-2">
              {acts.map(({ key, label, run, icon }) => (
                <Button key={key} icon={icon} hotkey={key} disabled={!settled} onClick={run}>
                  {label}
                </Button>
              ))}
              {renderMore?.(settled)}
            </span>
            <Button look="primary" hotkey={done.key} disabled={!settled} onClick={onClose}>
              {done.label}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
