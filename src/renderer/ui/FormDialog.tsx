import { type ReactNode, useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';
import type { ZodForm } from './form.ts';
import { ErrorNotice } from './Notice.tsx';

interface FormProps<Typed extends FieldValues> {
  /** of useZodForm */
  form: ZodForm<Typed>;
  /** the submit button's label */
  submit: string;
  /** false: the input cannot be sent yet, and the button shows it */
  ready?: boolean;
  onClose: () => void;
  /** the other button, where it is more than "Cancel" */
  leave?: { label: string; run: () => void };
  /** false: no field comes first, and the focus stays with the dialog */
  focus?: boolean;
  /** the notice's title above main's error, where it says more than the error */
  errorTitle?: string;
  children: ReactNode;
}

interface Props<Typed extends FieldValues> extends FormProps<Typed> {
  title: string;
  lead?: string;
  wide?: boolean;
}

/**
 * A form over everything. Enter submits, Escape closes, the first field has the focus once the dialog has settled, and main's
 * error is shown above the buttons.
 */
export function FormDialog<Typed extends FieldValues>({ title, lead, wide = false, ...form }: Props<Typed>) {
  return (
    <Dialog title={title} lead={lead} wide={wide} onClose={form.onClose}>
      {(settled) => <DialogForm {...form} settled={settled} />}
    </Dialog>
  );
}

interface DialogFormProps<Typed extends FieldValues> extends FormProps<Typed> {
  /** the surrounding dialog has settled */
  settled: boolean;
}

/** The form of a dialog that holds more than the form. */
export function DialogForm<Typed extends FieldValues>(props: DialogFormProps<Typed>) {
  const { form, submit, ready = true, onClose, focus = true, errorTitle, settled, children } = props;
  const { t } = useTranslation();
  const { leave = { label: t('common.cancel'), run: onClose } } = props;
  const { ref } = form.props;
  useEffect(() => {
    const first = ref.current?.querySelector<HTMLElement>('input:not([type="radio"]), select, textarea');
    // The person may have gone to another field already.
    if (focus && settled && !ref.current?.contains(document.activeElement)) first?.focus();
  }, [focus, settled, ref]);
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {children}
      <DialogFooter notice={<ErrorNotice compact error={form.error} title={errorTitle} />}>
        <Button onClick={leave.run}>{leave.label}</Button>
        <Button type="submit" look="primary" disabled={!settled || form.busy || !ready}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
