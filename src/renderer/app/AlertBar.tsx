import type { ReactNode } from 'react';
import type { Tone } from '../state/toast.ts';
import { classes, toneBorder, toneSoft, toneText } from '../ui/classes.ts';
import type { LucideIcon } from '../ui/icon.tsx';

interface AlertBarProps {
  tone: Extract<Tone, 'failed' | 'unknown'>;
  icon: LucideIcon;
  title: string;
  why: string;
  /** of what a person has just tried */
  fault?: string | null;
  /** what can be done about it */
  children?: ReactNode;
}

/** A notice over the whole width, above the screen. */
export function AlertBar({ tone, icon: Icon, title, why, fault, children }: AlertBarProps) {
  return (
    <section
      role="alert"
      className={classes(
        'flex shrink-0 items-center gap-4 border-b px-4 py-2 zoomed:flex-wrap',
        toneBorder[tone],
        toneSoft[tone],
      )}
    >
      <Icon aria-hidden="true" className={classes('size-7 shrink-0', toneText[tone])} />
      <div className="min-w-0 flex-1">
        <p className={classes('text-large font-semibold', toneText[tone])}>{title}</p>
        <p className="text-ink">{why}</p>
        {fault ? <p className="font-semibold text-failed">{fault}</p> : null}
      </div>
      {children}
    </section>
  );
}
