import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

interface Props {
  /** read by a screen reader when the focus comes here */
  label: string;
  /** receives the focus; where its content is too long it scrolls, by the arrows too */
  panel: RefObject<HTMLDivElement | null>;
  /** always whole and in the same place, whatever is above */
  actions: ReactNode;
  /** an error, scrolled into sight when it appears */
  notice?: ReactNode;
  children: ReactNode;
}

/**
 * The text of a sale above its actions, from the top: what comes late moves nothing that stands already. Where there is little room
 * the text scrolls, never the buttons.
 */
export function ActionLayout({ label, panel, actions, notice = null, children }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <div className="mx-auto flex h-full max-w-4xl flex-col">
      <div
        ref={panel}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll
        role="group"
        aria-label={label}
        tabIndex={-1}
        data-reading
        className="min-h-0 flex-1 overflow-y-auto px-4 outline-none xl:px-6"
      >
        <div className="flex min-h-full flex-col gap-4 py-4 short:gap-2 short:py-2">
          {children}
          {notice === null ? null : <div ref={end}>{notice}</div>}
        </div>
      </div>
      <div data-testid="actions" className="flex shrink-0 flex-col gap-3 px-4 pt-1 pb-4 xl:px-6">
        {actions}
      </div>
    </div>
  );
}

interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A scrolling region that can be focused, so that it takes the keys that scroll. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label={label} className={classes('rounded-box border border-line', className)}>
      {children}
    </section>
  );
}
