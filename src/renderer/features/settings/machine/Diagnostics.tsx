import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { copyText } from '../../../host/copy-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';

/** What whoever helps asks for first, on the clipboard, and shown, so that a person sees what leaves the house. */
export function Diagnostics() {
  const { t } = useTranslation();
  const heading = useId();
  const [gathering, setGathering] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<KonterError | null>(null);
  const copy = async (): Promise<void> => {
    setGathering(true);
    const answer = await call('diagnostics.get');
    setGathering(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setText(answer.value.text);
    const copied = await copyText(answer.value.text);
    toast(copied ? 'success' : 'failed', t(copied ? 'machine.copied' : 'machine.notCopied'));
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t border-line pt-4">
      <h4 id={heading} className="text-large font-semibold">
        {t('machine.diagnostics')}
      </h4>
      <p>{t('machine.diagnosticsLead')}</p>
      <div>
        <Button disabled={gathering} onClick={() => void copy()}>
          {t(gathering ? 'machine.gathering' : 'machine.copy')}
        </Button>
      </div>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      {text === '' ? null : (
        <pre
          tabIndex={0}
          aria-label={t('machine.text')}
          className="max-h-80 overflow-auto rounded-box border border-line bg-sunken p-3 font-mono text-small whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
    </section>
  );
}
