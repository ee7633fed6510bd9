import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../shared/contract/inputs.ts';
import { TextField } from '../../ui/Field.tsx';
import { ConfirmPin } from './ConfirmPin.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { SectionProps } from './section.ts';
import { typedRefusalWords } from './typed-values.ts';
import { useSection } from './use-section.ts';

const schema = z.object({ words: typedRefusalWords, pin: z.union([Pin, z.literal('')]) });

/** Which words of the provider say no: only after one of them does a cashier hand the cash back at once. */
export function RefusalWordsForm({ view: { settings, secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { words: settings.provider.refusalWords.join(', '), pin: '' },
    ({ words, pin }) => ({ provider: { refusalWords: words }, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  // Closed: few shops ever need it, and the set-up passes by here.
  return (
    <details className="border-t border-line pt-3">
      <summary id={heading} className="flex min-h-11 items-center font-medium underline underline-offset-4">
        {t('settings.refusalWords')}
      </summary>
      <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
        <p>{t('settings.refusalWordsLead')}</p>
        <TextField
          label={t('settings.refusalWordsLabel')}
          hint={t('settings.refusalWordsHint')}
          locked={locked.includes('provider.refusalWords')}
          fault={errors.words ? t('settings.refusalWordsBad') : null}
          mono
          {...register('words')}
        />
        <ConfirmPin needed={secrets.supervisorPin && bar.dirty} bad={errors.pin !== undefined} {...register('pin')} />
        <SaveBar {...bar} />
      </form>
    </details>
  );
}
