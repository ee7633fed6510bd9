import { QrCode as Icon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { qrisToPay } from '../../../shared/domain/qris.ts';
import { useKeys } from '../../state/keys.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { QrisCode } from '../../ui/QrisCode.tsx';

const key = 'F6';

/** The shop's code for what is paid by QRIS, small beside the sale and large by a key: for a counter without a second screen. */
export function QrisPart({ due }: { due: number }) {
  const { t } = useTranslation();
  const view = useSettings((state) => state.view);
  const [isLarge, setLarge] = useState(false);
  const qris = view && qrisToPay(view.settings.qris, due, view.mode === 'training');
  useKeys(qris ? [{ key, label: t('qris.enlarge'), run: () => setLarge(true) }] : []);
  if (!qris) return null;
  const close = (): void => setLarge(false);
  return (
    <div className="flex items-center justify-between gap-3">
      <QrisCode qris={qris} size="small" />
      <Button icon={Icon} hotkey={key} className="shrink-0" onClick={() => setLarge(true)}>
        {t('qris.enlarge')}
      </Button>
      {isLarge ? (
        <Dialog title={t('qris.scan')} onClose={close} keys={[{ key, label: t('common.close'), run: close }]}>
          {(settled) => (
            <>
              <QrisCode qris={qris} size="large" />
              <DialogFooter>
                <Button hotkey="Esc" disabled={!settled} onClick={close}>
                  {t('common.close')}
                </Button>
              </DialogFooter>
            </>
          )}
        </Dialog>
      ) : null}
    </div>
  );
}
