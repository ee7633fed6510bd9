import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { ConfirmPin } from '../ConfirmPin.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ pin: z.union([Pin, z.literal('')]) });
const answers = ['no', 'yes'] as const;

/** What a host with a window of its own does with the window and at login. */
export function DesktopForm({ view: { settings, secrets } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [login, setLogin] = useState(settings.startAtLogin);
  const [kiosk, setKiosk] = useState(settings.kiosk);
  const kioskChanged = kiosk !== settings.kiosk;
  const loginChanged = login !== settings.startAtLogin;
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { pin: '' },
    ({ pin }) => ({
      ...(loginChanged ? { startAtLogin: login } : {}),
      ...(kioskChanged ? { kiosk } : {}),
      ...(pin === '' ? {} : { pin }),
    }),
    { pin: '' },
  );
  const choices = answers.map((value) => ({ value, label: t(`machine.${value}`) }));
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('machine.desktop')}
      </h4>
      <Choice
        label={t('machine.startAtLogin')}
        value={login ? 'yes' : 'no'}
        choices={choices}
        onValue={(value) => setLogin(value === 'yes')}
      />
      <Choice
        label={t('machine.kiosk')}
        value={kiosk ? 'yes' : 'no'}
        choices={choices}
        onValue={(value) => setKiosk(value === 'yes')}
      />
      <p className="text-small text-ink-soft">{t('machine.kioskLead')}</p>
      <ConfirmPin needed={secrets.supervisorPin && kioskChanged} bad={errors.pin !== undefined} {...register('pin')} />
      <SaveBar {...bar} dirty={kioskChanged || loginChanged} />
    </form>
  );
}
