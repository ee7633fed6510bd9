import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { type Person, PersonName, type Role, roles } from '../../../../shared/domain/people/person.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { SettingField } from '../SettingField.tsx';
import { PinFields } from './PinFields.tsx';
import { addPerson, changePerson } from './people-list.ts';
import { isSame, usePersonForm } from './use-person-form.ts';

const typed = (pinNeeded: boolean) =>
  z
    .object({ name: PersonName, pin: pinNeeded ? Pin : z.union([Pin, z.literal('')]), again: z.string() })
    .refine(isSame, { path: ['again'] });

interface Props {
  /** null: a new one */
  person: Person | null;
  onClose: () => void;
}

/** One person: added, or changed; who comes back needs a new PIN. */
export function PersonDialog({ person, onClose }: Props) {
  const { t } = useTranslation();
  const [role, setRole] = useState<Role>(person?.role ?? 'cashier');
  const needsPin = person?.active !== true;
  const title = person ? t('people.settings.changeTitle', { name: person.name }) : t('people.settings.add');
  const form = usePersonForm(
    typed(needsPin),
    { name: person?.name ?? '', pin: '', again: '' },
    ({ name, pin }) => {
      if (!person) return addPerson({ name, role, pin });
      return changePerson({ id: person.id, name, role, active: true, ...(pin === '' ? {} : { pin }) });
    },
    onClose,
  );
  const { register, errors, error, sending, onSubmit } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      {(settled) => (
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
          <SettingField
            label={t('people.settings.name')}
            fault={errors.name ? t('people.settings.badName') : null}
            {...register('name')}
          />
          <div className="flex flex-col gap-2">
            <Choice
              label={t('people.settings.roleLabel')}
              value={role}
              choices={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
              onValue={setRole}
            />
            <p className="min-h-11 text-small text-ink-soft">{t(`people.settings.may.${role}`)}</p>
          </div>
          <PinFields
            label={needsPin ? t('people.settings.pin') : t('people.settings.newPin')}
            pin={register('pin')}
            again={register('again')}
            errors={errors}
          />
          {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              <Button type="submit" look="primary" disabled={!settled || sending}>
                {t('people.settings.save')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
