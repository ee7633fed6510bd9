import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface Props {
  /** what a reader of the screen hears when the focus comes here */
  label: string;
  /** takes the focus; where its content is too long it scrolls, by the arrows too */
  panel: RefObject<HTMLDivElement | null>;
  /** what comes next: always whole and in the same place, whatever stands above it */
  actions: ReactNode;
  /** what stands in the way; it comes into sight when it appears */
  obstacle?: ReactNode;
  children: ReactNode;
}

/** What is to be read of a sale, above what can be done with it: when there is little room the reading scrolls, never the buttons. */
export function AboveActions({ label, panel, actions, obstacle = null, children }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (obstacle !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [obstacle]);
  return (
    <div className="mx-auto flex h-full max-w-4xl flex-col">
      <div
        ref={panel}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll
        role="group"
        aria-label={label}
        tabIndex={-1}
        data-reading
        className="min-h-0 flex-1 overflow-y-auto px-6 outline-none"
      >
        <div className="flex min-h-full flex-col justify-center gap-4 py-4 short:gap-2 short:py-2">
          {children}
          {obstacle === null ? null : <div ref={end}>{obstacle}</div>}
        </div>
      </div>
      <div data-testid="actions" className="flex shrink-0 flex-col gap-3 px-6 pt-1 pb-4">
        {actions}
      </div>
    </div>
  );
}
