import { type ReactNode, useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorWords } from '../i18n/error-message.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';
import type { ZodForm } from './form.ts';
import { Notice } from './Notice.tsx';

interface Props<Typed extends FieldValues> {
  title: string;
  lead?: string;
  wide?: boolean;
  /** of useZodForm */
  form: ZodForm<Typed>;
  /** what the button says that sends it */
  submit: string;
  /** false: what was typed cannot be sent yet, and the button says so */
  ready?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form over everything. Enter sends it, Escape closes it, the first field has the focus once the dialog has settled, and what main
 * answered against it stands above the buttons.
 */
export function FormDialog<Typed extends FieldValues>(props: Props<Typed>) {
  const { title, lead, wide, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose} {...(lead ? { lead } : {})} {...(wide ? { wide } : {})}>
      {(settled) => <DialogForm {...props} settled={settled} />}
    </Dialog>
  );
}

interface DialogFormProps<Typed extends FieldValues> extends Omit<Props<Typed>, 'title' | 'lead' | 'wide'> {
  /** of the dialog around it */
  settled: boolean;
}

/** The form of a dialog that holds more than the form. */
export function DialogForm<Typed extends FieldValues>(props: DialogFormProps<Typed>) {
  const { form, submit, ready = true, onClose, settled, children } = props;
  const { t } = useTranslation();
  const { ref } = form.props;
  useEffect(() => {
    const first = ref.current?.querySelector<HTMLElement>('input:not([type="radio"]), select, textarea');
    // The person may have gone to another field already.
    if (settled && !ref.current?.contains(document.activeElement)) first?.focus();
  }, [settled, ref]);
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {children}
      {form.error ? <Notice tone="failed" live="alert" compact {...errorWords(t, form.error)} /> : null}
      <DialogFooter>
        <div className="flex flex-wrap justify-between gap-3">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!settled || form.busy || !ready}>
            {submit}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
