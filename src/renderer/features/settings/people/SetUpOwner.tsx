import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { PersonName } from '../../../../shared/domain/people/person.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { SettingField } from '../SettingField.tsx';
import { PinFields } from './PinFields.tsx';
import { setUpOwner } from './people-list.ts';
import { isSame, twice, usePersonForm } from './use-person-form.ts';

const schema = z
  .object({ name: PersonName, ...twice, supervisorPin: z.union([Pin, z.literal('')]) })
  .refine(isSame, { path: ['again'] });

/** The first one, from whom on everybody signs in. */
export function SetUpOwner({ supervisorPin }: { supervisorPin: boolean }) {
  const { t } = useTranslation();
  const { register, errors, error, sending, onSubmit } = usePersonForm(
    schema,
    { name: '', pin: '', again: '', supervisorPin: '' },
    ({ name, pin, supervisorPin: before }) =>
      setUpOwner({ name, pin, ...(before === '' ? {} : { supervisorPin: before }) }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <p>{t('people.settings.lead')}</p>
      <SettingField
        label={t('people.settings.name')}
        fault={errors.name ? t('people.settings.badName') : null}
        {...register('name')}
      />
      <PinFields label={t('people.settings.pin')} pin={register('pin')} again={register('again')} errors={errors} />
      {supervisorPin ? (
        <SettingField
          label={t('people.settings.supervisorPin')}
          type="password"
          inputMode="numeric"
          fault={errors.supervisorPin ? t('settings.pin.bad') : null}
          {...register('supervisorPin')}
        />
      ) : null}
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={sending}>
          {t('people.settings.setUp')}
        </Button>
      </div>
    </form>
  );
}
