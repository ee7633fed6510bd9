import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { type Person, PersonName, Role, roles } from '../../../../shared/domain/staff.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { PinFields } from './PinFields.tsx';
import { addPerson, changePerson, isSame } from './people-list.ts';

const typed = (pinNeeded: boolean) =>
  z
    .object({ name: PersonName, role: Role, pin: pinNeeded ? Pin : z.union([Pin, z.literal('')]), again: z.string() })
    .refine(isSame, { path: ['again'] });

interface Props {
  /** null: a new one */
  person: Person | null;
  onClose: () => void;
}

/** One person: added, or changed; who comes back needs a new PIN. */
export function PersonDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const needsPin = person?.active !== true;
  const form = useZodForm({
    schema: typed(needsPin),
    defaults: { name: person?.name ?? '', role: person?.role ?? 'cashier', pin: '', again: '' },
    send({ name, role, pin }) {
      if (!person) return addPerson({ name, role, pin });
      return changePerson({ id: person.id, name, role, active: true, ...(pin === '' ? {} : { pin }) });
    },
    done: onClose,
  });
  return (
    <FormDialog
      title={person ? t('people.settings.changeTitle', { name: person.name }) : t('people.settings.add')}
      form={form}
      submit={t('people.settings.save')}
      onClose={onClose}
    >
      <TextField label={t('people.settings.name')} {...form.field('name', t('people.settings.badName'))} />
      <div className="flex flex-col gap-2">
        <Choice
          label={t('people.settings.roleLabel')}
          choices={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
          {...form.control('role')}
        />
        <p className="min-h-11 text-small text-ink-soft">{t(`people.settings.may.${form.watch('role')}`)}</p>
      </div>
      <PinFields label={needsPin ? t('people.settings.pin') : t('people.settings.newPin')} field={form.field} />
    </FormDialog>
  );
}
