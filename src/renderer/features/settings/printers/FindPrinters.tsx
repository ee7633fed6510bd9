import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { FoundPrinter } from '../../../../shared/contract/printers.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';

/** Looks for printers; the shop's network only when it is asked for. A press on one fills the form in. */
export function FindPrinters({ onPick }: { onPick: (found: FoundPrinter) => void }) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);
  const [answer, setAnswer] = useState<Result<{ found: FoundPrinter[] }> | null>(null);
  const look = async (network: boolean): Promise<void> => {
    if (looking) return;
    setLooking(true);
    setAnswer(await call('printers.find', { network }));
    setLooking(false);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-disabled={looking} onClick={() => void look(false)}>
          {t('printers.find.here')}
        </Button>
        <Button aria-disabled={looking} onClick={() => void look(true)}>
          {t('printers.find.network')}
        </Button>
        <output className="text-small text-ink-soft">{looking ? t('printers.find.looking') : ''}</output>
      </div>
      {answer === null || looking ? null : !answer.ok ? (
        <Notice tone="failed" live="alert" compact {...errorWords(t, answer.error)} />
      ) : answer.value.found.length === 0 ? (
        <output>{t('printers.find.none')}</output>
      ) : (
        <ul aria-label={t('printers.find.found')} className="flex flex-wrap gap-2">
          {answer.value.found.map((found) => (
            <li key={`${found.transport.kind} ${found.name}`}>
              <Button onClick={() => onPick(found)}>
                <span className="font-mono">{found.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
