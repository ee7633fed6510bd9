import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { type Binding, dialogSettles, useKeys, useSettled } from '../state/keys.ts';
import { classes } from './classes.ts';
import { restoreFocus } from './restore-focus.ts';

interface Props {
  title: string;
  lead?: string | undefined;
  onClose: () => void;
  /** gets whether the dialog has been in sight long enough for a press to be meant */
  children: (settled: boolean) => ReactNode;
  wide?: boolean;
  /** keys that work in the dialog once it has settled */
  keys?: readonly Binding[];
}

/**
 * A question over everything. It takes the focus itself, on nothing that acts, and swallows keys that were on their way
 * when it appeared: an Enter meant for something else never answers it. Mount it to open it.
 */
export function Dialog({ title, lead, onClose, children, wide = false, keys }: Props) {
  const settled = useSettled(dialogSettles);
  const content = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useKeys((settled && keys) || [], { modal: true });
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          ref={content}
          tabIndex={-1}
          {...(lead ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[90vh] w-[90vw] -translate-x-1/2 -translate-y-1/2 flex-col gap-4',
            'overflow-y-auto scroll-pb-32 rounded-box border border-line-strong bg-surface p-6 text-ink outline-none',
            wide ? 'max-w-3xl' : 'max-w-xl',
          )}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // A field with autoFocus has it already.
            if (!content.current?.contains(document.activeElement)) content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            restoreFocus(before);
          }}
          onKeyDownCapture={(event) => {
            if ((event.key === 'Enter' || event.key === ' ') && (!settled || event.repeat)) event.preventDefault();
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
      </Radix.Portal>
    </Radix.Root>
  );
}

interface FooterProps {
  /** above the buttons, and in sight with them: what main answered against the dialog */
  notice?: ReactNode;
  /** the first button is at the right, where Enter and the eye end */
  reverse?: boolean;
  children: ReactNode;
}

/** The buttons of a long dialog: they stay in sight while the rest scrolls. */
export function DialogFooter({ notice, reverse = false, children }: FooterProps) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-col gap-3 border-t border-line bg-surface px-6 pt-3 pb-6">
      {notice}
      <div className={classes('flex flex-wrap justify-between gap-3', reverse && 'flex-row-reverse')}>{children}</div>
    </div>
  );
}
