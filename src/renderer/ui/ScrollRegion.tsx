import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Props {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A scrolling region that can be focused, so that it takes the keys that scroll. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label={label} className={classes('rounded-box border border-line', className)}>
      {children}
    </section>
  );
}
