import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { showSettings } from '../../../state/router.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Says before anything is typed that nobody can record this yet: a PIN must be set first. Practice needs none. */
export function PinsMissing({ view, failed }: { view: SettingsView | null; failed: boolean }) {
  const { t } = useTranslation();
  if (view?.mode !== 'live') return null;
  const noPin = !view.secrets.supervisorPin;
  const noSecond = failed && view.settings.twoPeople && !view.secrets.secondPin;
  if (!noPin && !noSecond) return null;
  const reason = noPin ? 'no_pin_set' : 'second_no_pin_set';
  return (
    <Notice tone="unknown" title={t(`reasons.${reason}`)} lines={[t(`reasonDo.${reason}`)]}>
      <div className="pt-2">
        <Button onClick={() => showSettings('pin')}>{t('receipts.resolving.setPin')}</Button>
      </div>
    </Notice>
  );
}
