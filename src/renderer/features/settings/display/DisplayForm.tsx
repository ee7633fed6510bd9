import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { DisplayState } from '../../../../shared/contract/display.ts';
import type { DisplaySetting } from '../../../../shared/contract/setting-table.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { typedNumber } from '../typed-values.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ clearSeconds: typedNumber(5, 300) });

/** @param state null while main is being asked about its screens */
export function DisplayForm({ view, state }: SectionProps & { state: DisplayState | null }) {
  const { t } = useTranslation();
  const kept = view.settings.display;
  const [on, setOn] = useState(kept.on);
  const [screen, setScreen] = useState<DisplaySetting['screen']>(kept.screen);
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { clearSeconds: String(kept.clearSeconds) },
    ({ clearSeconds }) => ({ display: { on, screen, clearSeconds } }),
  );
  const changed = bar.dirty || on !== kept.on || screen !== kept.screen;
  const screens = state?.screens ?? [];
  const free = screens.filter(({ counter }) => !counter);
  const places = [
    { value: 'auto', label: t('display.screen.auto') },
    ...free.map(({ id, name, width, height }) => ({ value: id, label: `${name} ${width} × ${height}`.trim() })),
    { value: 'window', label: t('display.screen.window') },
  ];
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Choice
        label={t('display.title')}
        hideLabel
        value={on ? 'on' : 'off'}
        choices={(['off', 'on'] as const).map((value) => ({ value, label: t(`display.switch.${value}`) }))}
        onValue={(value) => setOn(value === 'on')}
      />
      {on && state?.via === 'window' ? (
        <>
          <Choice label={t('display.screen.label')} value={screen} choices={places} onValue={setScreen} />
          {screen !== 'window' && free.length === 0 ? <p>{t('display.screen.one')}</p> : null}
        </>
      ) : null}
      {on ? (
        <TextField
          label={t('display.seconds')}
          hint={t('display.secondsHint')}
          inputMode="numeric"
          fault={errors.clearSeconds ? t('display.secondsBad') : null}
          {...register('clearSeconds')}
        />
      ) : null}
      <SaveBar {...bar} dirty={changed} />
    </form>
  );
}
