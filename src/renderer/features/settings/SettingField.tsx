import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { classes, inputLook } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  fault?: string | null | undefined;
  /** given by the environment: shown, and why it cannot be changed */
  locked?: boolean;
  mono?: boolean;
}

/** One setting that is typed. */
export function SettingField({ label, hint, fault, locked = false, mono = false, className, ...input }: Props) {
  const { t } = useTranslation();
  return (
    <Field
      label={label}
      hint={locked ? t('settings.locked') : hint}
      fault={fault}
      aside={locked ? <Lock aria-hidden="true" className="size-4 text-ink-soft" /> : null}
      {...(className ? { className } : {})}
    >
      {(ids) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...ids}
          readOnly={locked}
          className={classes(inputLook, mono && 'font-mono')}
        />
      )}
    </Field>
  );
}
