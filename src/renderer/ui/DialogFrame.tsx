import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Binding, dialogSettles, restoreFocus, useKeys, useSettled } from '../state/keys.ts';
import { reportPinQuestion } from '../state/pin-keys.ts';
import { classes } from './classes.ts';

export interface DialogProps {
  title: string;
  lead?: string | undefined;
  onClose: () => void;
  /** gets whether the dialog has been in sight long enough for a press to be meant */
  children: (settled: boolean) => ReactNode;
  wide?: boolean;
  /** keys that work in the dialog once it has settled */
  keys?: readonly Binding[];
}

/** The frame of every dialog, see Dialog.tsx. */
export function DialogFrame({ title, lead, onClose, children, wide = false, keys }: DialogProps) {
  const settled = useSettled(dialogSettles);
  const content = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useKeys((settled && keys) || [], { modal: true });
  // Who is asked for a PIN types at once. On a button its digits would be lost, and a blank would press it.
  useEffect(() => {
    const root = content.current;
    if (!settled || !root?.querySelector('input[type="password"]')) return;
    if (root.contains(document.activeElement) && document.activeElement?.matches('input, select, textarea')) return;
    root.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [settled]);
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        {/* Around the scroller: its bar would cut the corners. */}
        <div
          className={classes(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[round(down,90vh,2px)] w-[90vw] -translate-x-1/2 -translate-y-1/2 flex-col',
            'overflow-hidden rounded-box border border-line-strong bg-surface text-ink',
            wide ? 'max-w-3xl' : 'max-w-xl',
          )}
        >
          <Radix.Content
            ref={content}
            tabIndex={-1}
            {...(lead ? {} : { 'aria-describedby': undefined })}
            className="flex min-h-0 flex-col gap-4 overflow-y-auto p-6 outline-none"
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              if (content.current?.querySelector('input[type="password"]')) reportPinQuestion();
              // A field with autoFocus has it already.
              if (!content.current?.contains(document.activeElement)) content.current?.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              restoreFocus(before);
            }}
            onKeyDownCapture={(event) => {
              const presses = event.key === 'Enter' || (event.key === ' ' && !isTextField(event.target));
              if (presses && (!settled || event.repeat)) event.preventDefault();
            }}
            onKeyDown={(event) => {
              // Radix listens once it has drawn again with the dialog as its topmost layer: a key right after the focus came is earlier.
              if (event.key !== 'Escape' || event.defaultPrevented) return;
              event.preventDefault();
              onClose();
            }}
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <div className="flex flex-col gap-1">
              <Radix.Title className="text-title font-semibold text-balance">{title}</Radix.Title>
              {lead ? <Radix.Description className="text-ink-soft">{lead}</Radix.Description> : null}
            </div>
            {children(settled)}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** In a field of text a blank is typed and presses nothing. */
const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="password"])');
