import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../shared/contract/procedure.ts';
import { PersonName } from '../../../shared/domain/staff.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { Button } from '../../ui/Button.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { type FieldProps, useZodForm } from '../../ui/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { isSame, setUpOwner, twice } from './people-list.ts';

const schema = z
  .object({ name: PersonName, ...twice, supervisorPin: z.union([Pin, z.literal('')]) })
  .refine(isSame, { path: ['again'] });
const empty = { name: '', pin: '', again: '', supervisorPin: '' };

/** The first one, from whom on everybody signs in. */
export function SetUpOwner({ supervisorPin }: { supervisorPin: boolean }) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema,
    defaults: empty,
    clears: empty,
    send: ({ name, pin, supervisorPin: before }) =>
      setUpOwner({ name, pin, ...(before === '' ? {} : { supervisorPin: before }) }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <p>{t('people.settings.lead')}</p>
      <TextField label={t('people.settings.name')} {...form.field('name', t('people.settings.badName'))} />
      <PinFields label={t('people.settings.pin')} field={form.field} />
      {supervisorPin ? (
        <PinField label={t('people.settings.supervisorPin')} {...form.field('supervisorPin', t('settings.pin.bad'))} />
      ) : null}
      {form.error ? <Notice tone="failed" live="alert" compact {...errorWords(t, form.error)} /> : null}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={form.busy}>
          {t('people.settings.setUp')}
        </Button>
      </div>
    </form>
  );
}

interface PinFieldsProps {
  label: string;
  /** of the form */
  field: (name: 'pin' | 'again', bad: string) => FieldProps;
}

/** A new PIN, typed twice. */
export function PinFields({ label, field }: PinFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <PinField label={label} {...field('pin', t('settings.pin.bad'))} />
      <PinField label={t('people.settings.again')} {...field('again', t('people.settings.differs'))} />
    </div>
  );
}
