import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { KnownTerminal, Terminals } from '../../../../shared/contract/proofs.ts';
import { call } from '../../../host/call.ts';
import { copyText } from '../../../host/copy-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Field } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/toast.ts';

interface Props {
  terminal: KnownTerminal;
  signs: boolean;
  hasPin: boolean;
  onChanged: (told: Result<Terminals>) => boolean;
}

/** One terminal's key: to be copied, or believed no longer. */
export function TerminalRow({ terminal, signs, hasPin, onChanged }: Props) {
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
            <Field label={t('proof.terminals.pin')} bare>
              {(ids) => (
                <input
                  {...ids}
                  type="password"
                  inputMode="numeric"
                  autoComplete="off"
                  value={pin}
                  onChange={(event) => setPin(event.currentTarget.value)}
                  className={inputLook}
                />
              )}
            </Field>
          ) : null}
        </Confirm>
      ) : null}
    </div>
  );
}
