import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';

/** The licences of what the program is made of; a long text, fetched when somebody wants to read it. */
export function Notices() {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<Result<{ text: string }> | null>(null);
  const show = async (): Promise<void> => setAnswer(answer?.ok === true ? null : await call('about.notices'));
  return (
    <div className="flex flex-col items-start gap-3">
      <h4 className="text-large font-semibold">{t('updates.notices')}</h4>
      <Button aria-expanded={answer?.ok === true} onClick={() => void show()}>
        {t(answer?.ok ? 'updates.hideNotices' : 'updates.showNotices')}
      </Button>
      {answer === null ? null : answer.ok ? (
        <section
          aria-label={t('updates.notices')}
          tabIndex={0}
          className="max-h-96 w-full overflow-auto rounded-box border border-line bg-sunken p-3"
        >
          <pre className="font-mono text-small whitespace-pre-wrap">{answer.value.text}</pre>
        </section>
      ) : (
        <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} className="w-full" />
      )}
    </div>
  );
}
