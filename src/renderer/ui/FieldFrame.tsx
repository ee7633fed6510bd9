import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

export interface FieldFrameProps {
  label: string;
  /** shown below the field; its line is kept free so that nothing moves when an error appears */
  hint?: string | undefined;
  fault?: string | null | undefined;
  /** at the label's right end */
  aside?: ReactNode;
  /** no line is kept for words below */
  bare?: boolean;
  className?: string | undefined;
  children: (ids: FieldIds) => ReactNode;
}

/** A label, a control and a line of words that belong together. */
export function FieldFrame({ label, hint, fault, aside, bare = false, className, children }: FieldFrameProps) {
  const id = useId();
  const words = fault ?? hint;
  const describes = !bare || Boolean(fault);
  return (
    <div className={classes('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-small font-medium text-ink-soft">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describes ? `${id}-words` : undefined, 'aria-invalid': Boolean(fault) })}
      {describes ? (
        <p
          id={`${id}-words`}
          className={classes('min-h-5 text-small', fault ? 'font-medium text-failed' : 'text-ink-soft')}
        >
          {fault ? (
            <span id={`${id}-fault`} role="alert">
              {fault}
            </span>
          ) : (
            words
          )}
        </p>
      ) : null}
    </div>
  );
}
