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
import { Dialog, DialogFooter, FormDialog } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ClipboardCopy, MessageCircle, PenLine, Printer } from '../../ui/later-icons.tsx';
import { ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
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
  const print = (): void => void printService(id);
  const send = (): void => {
    if (loaded) openWhatsApp('', loaded.text);
  };
  const mayReverse = isCounter && loaded !== null && loaded.entry.reverses === null && loaded.entry.reversedBy === null;
  const keys = [
    ...(isCounter ? [{ key: 'F8', label: t('tabs.print'), run: print }] : []),
    { key: 'F6', label: t('outcome.whatsapp'), run: send },
    { key: 'Enter', label: t('tabs.paid.done'), run: onClose },
  ];
  return (
    <Dialog
      wide
      title={t('cashServices.recorded')}
      lead={t(isEarlier ? 'cashServices.recordedEarlier' : 'cashServices.recordedLead')}
      onClose={onClose}
      keys={keys}
    >
      {(settled) => (
        <>
          {answer === null ? (
            <Skeleton className="h-80" />
          ) : answer.ok ? (
            <SlipPaper doc={answer.value.doc} />
          ) : (
            <ErrorNotice error={answer.error} />
          )}
          <DialogFooter>
            <span className="flex flex-wrap gap-2">
              {isCounter ? (
                <Button icon={Printer} hotkey="F8" disabled={!settled} onClick={print}>
                  {t('tabs.print')}
                </Button>
              ) : null}
              <Button icon={MessageCircle} hotkey="F6" disabled={!settled} onClick={send}>
                {t('outcome.whatsapp')}
              </Button>
              <IconButton label={t('cashServices.copy')} onClick={() => void copyForChat(loaded?.text ?? '')}>
                <ClipboardCopy aria-hidden="true" className="size-5" />
              </IconButton>
              {mayReverse ? (
                <Button icon={PenLine} disabled={!settled} onClick={() => setReversing(true)}>
                  {t('cashServices.reverse')}
                </Button>
              ) : null}
            </span>
            <Button look="primary" hotkey="Enter" disabled={!settled} onClick={onClose}>
              {t('tabs.paid.done')}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
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
