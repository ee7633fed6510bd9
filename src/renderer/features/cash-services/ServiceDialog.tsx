import { useState } from 'react';
import { z } from 'zod';
import { cashServices } from '../../../shared/contract/cash-services.ts';
import { Reason } from '../../../shared/contract/procedure.ts';
import type { CashServiceEntry } from '../../../shared/domain/cash-service-entry.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useSettings } from '../../state/settings.ts';
import { copyForChat, openWhatsApp } from '../../state/share.ts';
import { useServesRow } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ClipboardCopy, PenLine } from '../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { ProofDialog } from '../../ui/ProofDialog.tsx';
import { SlipPaper } from '../../ui/slip/SlipPaper.tsx';
import { printService } from './services-store.ts';

const readService = (id: string) => call('cashServices.get', { id });

interface Props {
  id: string;
  /** it was recorded at an earlier try, and not as it was changed since */
  isEarlier: boolean;
  /** a counter entry was recorded */
  onReversed: (id: string) => void;
  onClose: () => void;
}

/** One entry as its slip: printed, sent on, or taken back. */
export function ServiceDialog({ id, isEarlier, onReversed, onClose }: Props) {
  const { t } = useTranslation();
  const answer = useAnswer(readService, id, null)?.answer ?? null;
  const isCounter = useServesRow(cashServices['cashServices.reverse']);
  const [reversing, setReversing] = useState(false);
  const loaded = answer?.ok ? answer.value : null;
  if (reversing && loaded) {
    return <ReverseDialog entry={loaded.entry} onReversed={onReversed} onClose={() => setReversing(false)} />;
  }
  const mayReverse = isCounter && loaded !== null && loaded.entry.reverses === null && loaded.entry.reversedBy === null;
  return (
    <ProofDialog
      wide
      title={t('cashServices.recorded')}
      lead={t(isEarlier ? 'cashServices.recordedEarlier' : 'cashServices.recordedLead')}
      {...(isCounter ? { print: () => void printService(id) } : {})}
      send={() => (loaded ? openWhatsApp('', loaded.text) : undefined)}
      renderMore={(settled) => (
        <>
          <IconButton label={t('cashServices.copy')} onClick={() => void copyForChat(loaded?.text ?? '')}>
            <ClipboardCopy aria-hidden="true" className="size-5" />
          </IconButton>
          {mayReverse ? (
            <Button icon={PenLine} disabled={!settled} onClick={() => setReversing(true)}>
              {t('cashServices.reverse')}
            </Button>
          ) : null}
        </>
      )}
      onClose={onClose}
    >
      {answer === null ? (
        <Skeleton className="h-80" />
      ) : answer.ok ? (
        <SlipPaper doc={answer.value.doc} />
      ) : (
        <ErrorNotice error={answer.error} />
      )}
    </ProofDialog>
  );
}

const Reversal = z.object({ reason: Reason, pin: z.string() });

interface ReverseProps extends Pick<Props, 'onReversed' | 'onClose'> {
  entry: CashServiceEntry;
}

/** A counter entry with its reason: the record itself stays as it was written. */
function ReverseDialog({ entry, onReversed, onClose }: ReverseProps) {
  const { t } = useTranslation();
  const asksPin = useSettings(({ view }) => view?.mode === 'live' && view.secrets.supervisorPin);
  // Sent again as it was, it is one counter entry.
  const [id] = useState(() => crypto.randomUUID());
  const form = useZodForm({
    schema: Reversal,
    defaults: { reason: '', pin: '' },
    clears: { pin: '' },
    async send({ reason, pin }) {
      const answer = await call('cashServices.reverse', { id, of: entry.id, reason, ...(pin === '' ? {} : { pin }) });
      if (!answer.ok) return answer.error;
      toast('success', t('cashServices.reverseDone'));
      onReversed(id);
      return null;
    },
  });
  const back = -entry.cash;
  const move = back === 0 ? 'none' : back > 0 ? 'in' : 'out';
  return (
    <FormDialog
      title={t('cashServices.reverseTitle', { amount: formatRupiah(entry.amount) })}
      lead={t(`cashServices.reverseMove.${move}`, { amount: formatRupiah(Math.abs(back)) })}
      form={form}
      submit={t('cashServices.reverseSave')}
      onClose={onClose}
    >
      <TextField
        label={t('shifts.move.reason')}
        hint={t('cashServices.reverseHint')}
        maxLength={200}
        {...form.field('reason', t('shifts.move.noReason'))}
      />
      {asksPin ? (
        <PinField label={t('receipts.resolving.pin')} {...form.field('pin', t('receipts.resolving.pinBad'))} />
      ) : null}
    </FormDialog>
  );
}
