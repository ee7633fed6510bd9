import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { UpdateUrl } from '../../../../shared/contract/addresses.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ url: z.union([z.literal(''), UpdateUrl]) });

/** Where newer releases lie, and whether a closed day is enough to install one. */
export function UpdateAddressForm({ view: { settings, locked } }: SectionProps) {
  const { t } = useTranslation();
  const [automatic, setAutomatic] = useState(settings.updates.automatic);
  const { register, errors, bar, onSubmit } = useSection(schema, { url: settings.updates.url ?? '' }, ({ url }) => ({
    updates: { url: url === '' ? null : url, automatic },
  }));
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <TextField
        label={t('updates.url')}
        hint={t('updates.urlHint')}
        locked={locked.includes('updates.url')}
        fault={errors.url ? t('updates.urlBad') : null}
        mono
        {...register('url')}
      />
      <Choice
        label={t('updates.when')}
        value={automatic ? 'automatic' : 'asked'}
        choices={(['automatic', 'asked'] as const).map((value) => ({ value, label: t(`updates.${value}`) }))}
        onValue={(value) => setAutomatic(value === 'automatic')}
      />
      <SaveBar {...bar} dirty={bar.dirty || automatic !== settings.updates.automatic} />
    </form>
  );
}
