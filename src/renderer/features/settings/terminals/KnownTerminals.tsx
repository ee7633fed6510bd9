import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError, Result } from '../../../../shared/contract/errors.ts';
import type { Terminals } from '../../../../shared/contract/proofs.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import { useStatus } from '../../../state/status.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';
import { AddTerminal } from './AddTerminal.tsx';
import { TerminalRow } from './TerminalRow.tsx';

const ask = () => call('proof.terminals');

/** Whose proofs are believed here, this counter's own key for the others, and the others' keys for this one. */
export function KnownTerminals({ hasPin }: { hasPin: boolean }) {
  const { t } = useTranslation();
  const mode = useStatus((state) => state.status?.mode);
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<KonterError | null>(null);
  const answer = useAnswer(ask, 'terminals', version)?.answer;
  const changed = (told: Result<Terminals>): boolean => {
    setError(told.ok ? null : told.error);
    if (told.ok) setVersion((before) => before + 1);
    return told.ok;
  };
  return (
    <section aria-label={t('proof.terminals.title')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('proof.terminals.title')}</h4>
      <p>{t('proof.terminals.lead')}</p>
      {answer === undefined ? <Skeleton className="h-20" /> : null}
      {answer?.ok === false ? <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} /> : null}
      {answer?.ok ? (
        <>
          {answer.value.signing === null ? (
            <p className="font-semibold">{t(mode === 'live' ? 'proof.terminals.cannot' : 'proof.terminals.none')}</p>
          ) : null}
          <ul className="flex flex-col gap-2">
            {answer.value.known.map((terminal) => (
              <li key={terminal.id}>
                <TerminalRow
                  terminal={terminal}
                  signs={terminal.id === answer.value.signing}
                  hasPin={hasPin}
                  onChanged={changed}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <AddTerminal
        hasPin={hasPin}
        onAdded={(told) => {
          if (!changed(told)) return false;
          toast('success', t('proof.terminals.added'));
          return true;
        }}
      />
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </section>
  );
}
