import { useTranslation } from 'react-i18next';
import { useMay } from '../../../state/people.ts';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { PinField } from '../../../ui/PinField.tsx';
import type { OverrideDraft } from './use-override.ts';

/** Why something unusual is sent, and the PIN of somebody who may where whoever is here may not. */
export function OverrideFields({ draft }: { draft: OverrideDraft }) {
  const { t } = useTranslation();
  const may = useMay('override');
  if (!draft.asked) return null;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('people.override.reason')}
        hint={t('people.override.lead')}
        fault={draft.bad ? t('people.override.reasonBad') : null}
      >
        {(ids) => (
          <input
            {...ids}
            autoComplete="off"
            maxLength={200}
            value={draft.reason}
            onChange={(event) => draft.setReason(event.currentTarget.value)}
            className={inputLook}
          />
        )}
      </Field>
      {may ? null : (
        <PinField
          label={t('people.override.pin')}
          value={draft.pin}
          onChange={(event) => draft.setPin(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
