import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { ProofVerdict } from '../../../../shared/contract/proofs.ts';
import { maxScannedLength } from '../../../../shared/domain/proof.ts';
import { call } from '../../../host/call.ts';
import { showReceipt } from '../../../state/router.ts';
import { Button } from '../../../ui/Button.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { VerdictNotice } from './VerdictNotice.tsx';

interface Props {
  onClose: () => void;
  /** was scanned elsewhere, and is looked at at once */
  scanned?: string;
}

/** Verifies a printed proof: what is scanned or pasted is looked at on Enter, one after another. */
export function VerifyDialog({ onClose, scanned = '' }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog wide title={t('proof.title')} lead={t('proof.lead')} onClose={onClose}>
      {(settled) => <VerifyForm settled={settled} scanned={scanned} onClose={onClose} />}
    </Dialog>
  );
}

function VerifyForm({ settled, scanned, onClose }: { settled: boolean; scanned: string; onClose: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = useRef(0);
  const [answer, setAnswer] = useState<Result<ProofVerdict> | null>(null);
  useEffect(() => {
    if (settled) field.current?.focus();
  }, [settled]);
  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      const told = await call('proof.verify', { text: scanned });
      if (wanted && asked.current === 0) setAnswer(told);
    };
    if (scanned !== '') void look();
    return () => {
      wanted = false;
    };
  }, [scanned]);
  const verify = async (): Promise<void> => {
    const text = field.current?.value.trim() ?? '';
    // The next scan takes the place of this one.
    field.current?.focus();
    field.current?.select();
    if (text === '') return;
    asked.current += 1;
    const mine = asked.current;
    const told = await call('proof.verify', { text: text.slice(0, maxScannedLength) });
    if (mine === asked.current) setAnswer(told);
  };
  const openSale = (id: string): void => {
    onClose();
    showReceipt(id);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <Field label={t('proof.text')} hint={t('proof.hint')}>
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            defaultValue={scanned}
            rows={4}
            maxLength={maxScannedLength}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.repeat) return;
              event.preventDefault();
              void verify();
            }}
            className={`${inputLook} py-2 font-mono break-all`}
          />
        )}
      </Field>
      <div className="min-h-72">
        {answer === null ? null : answer.ok ? (
          <VerdictNotice verdict={answer.value} onOpenSale={openSale} />
        ) : (
          <Notice tone="failed" live="alert" {...errorWords(t, answer.error)} />
        )}
      </div>
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('proof.close')}</Button>
          <Button look="primary" type="submit" disabled={!settled}>
            {t('proof.check')}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
