import { t } from 'i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';
import { call } from '../../host/call.ts';
import { useSettings } from '../../state/settings.ts';
import { toast } from '../../ui/toast.ts';

/** Saves a change and keeps what main made of it. Answers the error, or null when it is saved. */
export async function saveSettings(change: SettingsChange): Promise<KonterError | null> {
  const answer = await call('settings.save', change);
  if (!answer.ok) return answer.error;
  useSettings.setState({ view: answer.value, error: null });
  toast('success', t('settings.saved'));
  return null;
}

/** A choice that counts at once: shown as made while it is being saved, and taken back when it could not be. */
export async function choose(
  part: Partial<Pick<Settings, 'language' | 'theme' | 'paper' | 'autoPrint' | 'slipCashier' | 'sounds'>>,
): Promise<void> {
  const { view } = useSettings.getState();
  if (view) useSettings.setState({ view: { ...view, settings: { ...view.settings, ...part } } });
  if ((await saveSettings(part)) === null) return;
  useSettings.setState({ view });
  toast('failed', t('settings.saveFailed'));
}
