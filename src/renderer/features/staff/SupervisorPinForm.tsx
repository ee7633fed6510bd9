import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { hasPin, Pin, Reason } from '../../../shared/contract/procedure.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { DialogForm } from '../../ui/Dialog.tsx';
import { PinField, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

interface Props {
  /** the surrounding dialog has settled: only then does a focus stay where it is set */
  settled: boolean;
  /** the button's label */
  go: string;
  /** main's answer to the last PIN */
  error: KonterError | null;
  /** calls main with the PIN, which is stored nowhere */
  onPin: (pin: string, reason?: string) => Promise<void>;
  /** asks for a reason too, which is kept in the journal */
  asksReason?: boolean;
  onClose: () => void;
}

const schemas = {
  withReason: z
    .object({ pin: Pin, reason: Reason })
    .refine(({ pin, reason }) => !hasPin(reason, pin), { path: ['reason'] }),
  withoutReason: z.object({ pin: Pin, reason: z.string() }),
};

/** The supervisor's PIN for one action that a cashier may not do. */
export function SupervisorPinForm({ settled, go, error, onPin, onClose, asksReason = false }: Props) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: asksReason ? schemas.withReason : schemas.withoutReason,
    defaults: { pin: '', reason: '' },
    clears: { pin: '' },
    async send({ pin, reason }) {
      await onPin(pin, asksReason ? reason : undefined);
      return null;
    },
  });
  return (
    <DialogForm form={form} submit={go} settled={settled} onClose={onClose}>
      {asksReason ? (
        <TextField
          label={t('people.override.reason')}
          maxLength={200}
          {...form.field('reason', t('people.override.reasonBad'))}
        />
      ) : null}
      <PinField label={t('printing.pin.field')} {...form.field('pin', t('printing.pin.bad'))} />
      <ErrorNotice compact error={error} />
    </DialogForm>
  );
}
