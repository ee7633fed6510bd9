import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostPasted } from '../../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { classes, inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { callForWork } from '../catalogue-store.ts';
import { AddForm } from './AddForm.tsx';

interface Props {
  settled: boolean;
  text: string;
  onClose: () => void;
}

/** A list from anywhere; checking it goes on when the dialog is closed. */
export function PastedList({ settled, text: given, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(given);
  const [error, setError] = useState<KonterError | null>(null);
  const tooLong = text.length > mostPasted;
  const start = async (): Promise<void> => {
    setError(null);
    const failure = await callForWork('catalogue.import', { text });
    return failure ? setError(failure) : onClose();
  };
  return (
    <AddForm
      go={t('catalogue.adding.start')}
      ready={settled && !tooLong && text.trim() !== ''}
      onGo={start}
      onClose={onClose}
      error={error}
    >
      <Field
        label={t('catalogue.adding.text')}
        hint={t('catalogue.adding.textHint')}
        fault={tooLong ? t('catalogue.adding.tooLong') : null}
      >
        {(ids) => (
          <textarea
            {...ids}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the way that was chosen begins here
            autoFocus
            rows={8}
            spellCheck={false}
            placeholder={'TSEL10\t10.500\t12.000\tPulsa'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className={classes(inputLook, 'py-2 font-mono')}
          />
        )}
      </Field>
    </AddForm>
  );
}
