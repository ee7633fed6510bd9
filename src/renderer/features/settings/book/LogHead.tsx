import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { JournalHead } from '../../../../shared/contract/journal.ts';
import { call } from '../../../host/call.ts';
import { saveFile } from '../../../host/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';
import { headFile } from './head-file.ts';

/** The log's head, on paper or in a file, for a place outside of this computer. */
export function LogHead() {
  const { t } = useTranslation();
  const [head, setHead] = useState<JournalHead | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const print = async (): Promise<void> => {
    const answer = await call('journal.printHead');
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setHead(answer.value.head);
    toast('success', t('safety.book.printed'));
  };
  const save = async (): Promise<void> => {
    const answer = await call('journal.head');
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setHead(answer.value);
    const { name, text } = headFile(answer.value);
    saveFile(name, text, 'application/json');
  };
  return (
    <section aria-label={t('safety.book.head')} className="flex flex-col items-start gap-3">
      <h4 className="text-large font-semibold">{t('safety.book.head')}</h4>
      <p>{t('safety.book.headLead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Printer aria-hidden="true" className="size-5" />} onClick={() => void print()}>
          {t('safety.book.print')}
        </Button>
        <Button icon={<Download aria-hidden="true" className="size-5" />} onClick={() => void save()}>
          {t('safety.book.export')}
        </Button>
      </div>
      {head ? (
        <output className="font-mono text-small break-all select-text">
          {head.terminal} · {t('safety.book.row', { seq: head.seq })} · {head.hash}
        </output>
      ) : null}
      {error ? <Notice tone="failed" live="alert" className="w-full" {...errorWords(t, error)} /> : null}
    </section>
  );
}
