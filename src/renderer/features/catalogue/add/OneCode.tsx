import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { ProductCode } from '../../../../shared/contract/inputs.ts';
import { call } from '../../../host/call.ts';
import { classes, inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { AddForm } from './AddForm.tsx';

/** Looking a product up puts it into the catalogue. */
export function OneCode({ settled, onClose }: { settled: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const look = async (): Promise<void> => {
    setAsking(true);
    setError(null);
    setFound(null);
    const answer = await call('product', { productCode: code });
    setAsking(false);
    if (!answer.ok) return setError(answer.error);
    // A product that was hidden is wanted again.
    await call('catalogue.save', { changes: [{ productCode: answer.value.productCode, hidden: false }] });
    setFound(answer.value.productName ?? answer.value.productCode);
    return setCode('');
  };
  return (
    <AddForm
      go={t('catalogue.adding.look')}
      ready={settled && !asking && ProductCode.safeParse(code).success}
      onGo={look}
      onClose={onClose}
      error={error}
    >
      <Field label={t('catalogue.adding.code')} hint={t('catalogue.adding.codeHint')}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the way that was chosen begins here
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            className={classes(inputLook, 'font-mono')}
          />
        )}
      </Field>
      <div className="min-h-16">
        {found === null ? null : (
          <Notice
            compact
            tone="success"
            icon={CircleCheck}
            live="status"
            title={t('catalogue.adding.found', { name: found })}
          />
        )}
      </div>
    </AddForm>
  );
}
