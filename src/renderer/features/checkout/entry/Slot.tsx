import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Kbd } from '../../../ui/Kbd.tsx';

interface Props {
  label: string;
  /** null: not known yet */
  value: ReactNode;
  /** the field waits for this now */
  waited: boolean;
  onEdit: () => void;
  hotkey?: string;
  remark?: string | null;
  className?: string;
}

/** An amount from a million on, or a name that would not stand in its part of the smallest screen otherwise. */
const isLong = (value: string): boolean => /^Rp.{8}/.test(value) || value.length > 16;

/** One thing that the field has taken, large enough to be checked; pressed, it goes back into the field. */
export function Slot({ label, value, waited, onEdit, hotkey, remark = null, className }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onEdit}
      className={classes(
        'flex min-h-14 min-w-0 touch-manipulation flex-col justify-center rounded-box border px-3 py-1 text-left',
        waited ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-sunken',
        className,
      )}
    >
      <span className="flex w-full items-center justify-between gap-2 text-small text-ink-soft">
        <span className="truncate">
          {label}
          {remark === null ? null : <span className="font-semibold text-unknown"> · {remark}</span>}
        </span>
        {hotkey ? (
          <span className="-my-1">
            <Kbd>{hotkey}</Kbd>
          </span>
        ) : null}
      </span>
      <span
        className={classes(
          'block w-full min-w-0 truncate leading-6 font-semibold',
          typeof value === 'string' && isLong(value) ? 'text-body' : 'text-large',
        )}
      >
        {value ?? '…'}
      </span>
    </button>
  );
}
