import { useState } from 'react';
import { z } from 'zod';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import type { KnownTerminal, Terminals } from '../../../shared/contract/proofs.ts';
import { call, useAnswer } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { copyText } from '../../state/share.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Notice, Skeleton } from '../../ui/Notice.tsx';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';

/** Where a slip's proof is verified, and whose proofs are believed. */
export function ProofsSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-8">
      <SettingsForm view={view} form="verifier" title={t('proof.page.title')} lead={<p>{t('proof.page.lead')}</p>} />
      <KnownTerminals hasPin={view.secrets.supervisorPin} />
    </div>
  );
}

const readTerminals = () => call('proof.terminals');

/** The terminals whose proofs are accepted here, this counter's own key for the others, and their keys for this one. */
function KnownTerminals({ hasPin }: { hasPin: boolean }) {
  const { t } = useTranslation();
  const mode = useStatus((state) => state.status?.mode);
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<KonterError | null>(null);
  const answer = useAnswer(readTerminals, 'terminals', version)?.answer;
  const changed = (result: Result<Terminals>): boolean => {
    setError(result.ok ? null : result.error);
    if (result.ok) setVersion((before) => before + 1);
    return result.ok;
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
        onAnswer={(answered) => {
          if (changed(answered)) toast('success', t('proof.terminals.added'));
        }}
      />
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </section>
  );
}

interface TerminalRowProps {
  terminal: KnownTerminal;
  signs: boolean;
  hasPin: boolean;
  onChanged: (result: Result<Terminals>) => boolean;
}

/** One terminal's key: to be copied, or believed no longer. */
function TerminalRow({ terminal, signs, hasPin, onChanged }: TerminalRowProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [pin, setPin] = useState('');
  const { id, name, own, key } = terminal;
  const word = signs ? t('proof.terminals.signs') : own ? t('proof.terminals.before') : name;
  const copy = async (): Promise<void> => {
    const copied = await copyText(key);
    toast(copied ? 'success' : 'failed', t(copied ? 'proof.terminals.copied' : 'proof.share.notCopied'));
  };
  const remove = async (): Promise<void> => {
    setAsking(false);
    onChanged(await call('proof.removeTerminal', { id, ...(pin === '' ? {} : { pin }) }));
    setPin('');
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-surface p-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <span className="font-mono">{id}</span> · {word}
        </p>
        <p className="font-mono text-small break-all text-ink-soft select-text">{key}</p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`${t('proof.terminals.copy')} ${id}`} onClick={() => void copy()}>
          {t('proof.terminals.copy')}
        </Button>
        {signs ? null : (
          <Button look="danger" aria-label={`${t('proof.terminals.remove')} ${id}`} onClick={() => setAsking(true)}>
            {t('proof.terminals.remove')}
          </Button>
        )}
      </div>
      {asking ? (
        <Confirm
          title={`${t('proof.terminals.remove')} ${id}?`}
          lead={t('proof.means.unknown_terminal')}
          stop={t('common.cancel')}
          go={{ label: t('proof.terminals.remove'), run: () => void remove() }}
          onClose={() => setAsking(false)}
        >
          {hasPin ? (
            <PinField
              label={t('proof.terminals.pin')}
              bare
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
            />
          ) : null}
        </Confirm>
      ) : null}
    </div>
  );
}

interface AddTerminalProps {
  hasPin: boolean;
  /** shows the error too */
  onAnswer: (answer: Result<Terminals>) => void;
}

const noTerminal = { key: '', name: '', pin: '' };
const terminalForm = z.object({ key: z.string(), name: z.string().trim(), pin: z.string() });

/** Believes another counter of the shop from now on. */
function AddTerminal({ hasPin, onAnswer }: AddTerminalProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: terminalForm,
    defaults: noTerminal,
    clears: noTerminal,
    async send({ key, name, pin }) {
      const input = { key: key.slice(0, 200), name, ...(pin === '' ? {} : { pin }) };
      const answer = await call('proof.addTerminal', input);
      onAnswer(answer);
      form.setValue('pin', '');
      return answer.ok ? null : answer.error;
    },
  });
  const isEmpty = form.watch('key').trim() === '' || form.watch('name').trim() === '';
  useUnsavedForm(form.dirty);
  return (
    <form {...form.props} className="flex flex-col gap-1">
      <TextField label={t('proof.terminals.key')} hint={t('proof.terminals.keyHint')} {...form.field('key')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('proof.terminals.name')} maxLength={80} {...form.field('name')} />
        {hasPin ? <PinField label={t('proof.terminals.pin')} {...form.field('pin')} /> : null}
      </div>
      <Button type="submit" className="self-start" disabled={isEmpty || form.busy}>
        {t('proof.terminals.add')}
      </Button>
    </form>
  );
}
