import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../i18n/translation.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import type { DialogProps } from './DialogFrame.tsx';
import { deferred } from './deferred.tsx';
import type { ZodForm } from './form.ts';
import { ErrorNotice, KeysWithheld } from './Notice.tsx';

/**
 * A question over everything. It takes the focus itself, on nothing that acts, and swallows keys that were on their way
 * when it appeared: an Enter meant for something else never answers it. Mount it to open it.
 */
export function Dialog(props: DialogProps) {
  return <Frame {...props} />;
}

const Frame = deferred(async () => (await import('./DialogFrame.tsx')).DialogFrame, KeysWithheld);

interface FooterProps {
  /** above the buttons, and in sight with them: what main answered against the dialog */
  notice?: ReactNode;
  /** the first button is at the right, where Enter and the eye end */
  reverse?: boolean;
  children: ReactNode;
}

/** Room between a field that has the focus and the buttons below it, in pixels: its ring, and a line of words. */
const focusRoom = 32;

/** The buttons of a long dialog: they stay in sight while the rest scrolls, and cover no field that has the focus. */
export function DialogFooter({ notice, reverse = false, children }: FooterProps) {
  const footer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = footer;
    const scroller = current?.closest<HTMLElement>('[role="dialog"]');
    if (!current || !scroller) return;
    // A notice makes it higher, also while somebody is in a field that it would cover.
    const resized = new ResizeObserver(() => {
      scroller.style.scrollPaddingBottom = `${current.offsetHeight + focusRoom}px`;
      const { activeElement } = document;
      if (
        activeElement &&
        activeElement !== scroller &&
        scroller.contains(activeElement) &&
        !current.contains(activeElement)
      )
        activeElement.scrollIntoView({ block: 'nearest' });
    });
    resized.observe(current);
    return () => resized.disconnect();
  }, []);
  return (
    <div
      ref={footer}
      className="sticky -bottom-6 -mx-6 -mb-6 flex flex-col gap-3 border-t border-line bg-surface px-6 pt-3 pb-6"
    >
      {notice}
      <div className={classes('flex flex-wrap justify-between gap-3', reverse && 'flex-row-reverse')}>{children}</div>
    </div>
  );
}

interface ConfirmProps {
  title: string;
  lead: string;
  /** the careful way out */
  stop: string;
  /** the action that continues; null when there is none. "expected": only notes what was done already, so Enter means it */
  go: { label: string; run: () => void; danger?: boolean; expected?: boolean; hotkey?: string } | null;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * Asks before something that cannot be taken back. Enter means the careful way, unless the other is expected or a PIN for it was typed;
 * that is Tab away.
 */
export function Confirm({ title, lead, stop, go, onClose, children }: ConfirmProps) {
  const keys = go?.hotkey ? [{ key: go.hotkey, label: go.label, run: go.run }] : [];
  return (
    <Dialog title={title} lead={lead} onClose={onClose} keys={keys}>
      {(settled) => (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for a field's Enter */}
          <div className="contents" onKeyDown={(event) => onPinEnter(event, go?.run)}>
            {children}
          </div>
          <DialogFooter reverse>
            <Ways {...{ stop, go, onClose, settled }} />
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

/** Who types a PIN means the action that it is for: its Enter is not the careful one. */
function onPinEnter(event: KeyboardEvent<HTMLElement>, run: (() => void) | undefined): void {
  const { key, target, repeat, defaultPrevented } = event;
  if (key !== 'Enter' || repeat || defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.type === 'password' && target.value !== '') run?.();
}

function Ways({ stop, go, onClose, settled }: Pick<ConfirmProps, 'stop' | 'go' | 'onClose'> & { settled: boolean }) {
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Not out of a field: what is typed there, a PIN too, would go elsewhere.
    if (settled && !document.activeElement?.matches('input, select, textarea')) primary.current?.focus();
  }, [settled]);
  const expected = go?.expected === true;
  const careful = (
    <Button
      key="stop"
      ref={expected ? null : primary}
      look={expected ? 'plain' : 'primary'}
      disabled={!settled}
      onClick={onClose}
    >
      {stop}
    </Button>
  );
  if (!go) return careful;
  const other = (
    <Button
      key="go"
      ref={expected ? primary : null}
      look={expected ? 'primary' : go.danger === false ? 'plain' : 'danger'}
      disabled={!settled}
      onClick={go.run}
      {...(go.hotkey ? { hotkey: go.hotkey } : {})}
    >
      {go.label}
    </Button>
  );
  return expected ? [other, careful] : [careful, other];
}

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
  /** false: no field comes first, and the focus stays with the dialog; "choice": a choice of which nothing is chosen comes first */
  focus?: boolean | 'choice';
  /** the notice's title above main's error, where it says more than the error */
  errorTitle?: string;
  children: ReactNode;
}

interface FormDialogProps<Typed extends FieldValues> extends FormProps<Typed> {
  title: string;
  lead?: string;
  wide?: boolean;
}

/**
 * A form over everything. Enter submits, Escape closes, the first field has the focus once the dialog has settled, and main's
 * error is shown above the buttons.
 */
export function FormDialog<Typed extends FieldValues>({ title, lead, wide = false, ...form }: FormDialogProps<Typed>) {
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
    const fields = focus === 'choice' ? 'input, select, textarea' : 'input:not([type="radio"]), select, textarea';
    // The person may have gone to another field already.
    if (focus && settled && !ref.current?.contains(document.activeElement))
      ref.current?.querySelector<HTMLElement>(fields)?.focus();
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
