import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { copyText } from '../../../host/copy-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';

/** Where a browser shows the display: an address that works once, to be opened on the other screen. */
export function DisplayLink() {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const make = async (): Promise<void> => {
    const answer = await call('display.link');
    setError(answer.ok ? null : answer.error);
    setUrl(answer.ok ? answer.value.url : null);
  };
  const copy = async (address: string): Promise<void> => {
    if (await copyText(address)) toast('success', t('display.link.copied'));
  };
  return (
    <section aria-label={t('display.link.title')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('display.link.title')}</h4>
      <p>{t('display.link.lead')}</p>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <div className="flex flex-wrap gap-3">
        {url === null ? (
          <Button onClick={() => void make()}>{t('display.link.make')}</Button>
        ) : (
          <>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              // It works once: the next one is made anew.
              onClick={() => setUrl(null)}
              className="flex min-h-11 items-center gap-2 rounded-box bg-accent px-4 font-semibold text-accent-ink"
            >
              <ExternalLink aria-hidden="true" className="size-5" />
              {t('display.link.open')}
            </a>
            <Button onClick={() => void copy(url)}>{t('display.link.copy')}</Button>
          </>
        )}
      </div>
    </section>
  );
}
