import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Kbd } from '../../../ui/Kbd.tsx';

interface Props {
  id: string;
  /** left of the title, of a size of its own */
  picture?: ReactNode;
  title: string;
  /** below the title, left and right */
  remark: ReactNode;
  amount: string | null;
  /** a small sign in the upper right corner */
  corner?: ReactNode;
  /** it is what the sale has now */
  chosen: boolean;
  /** the arrows are on it, or Enter takes it */
  active: boolean;
  faint?: boolean;
  /** where the row has no room for more */
  oneLine?: boolean;
  onChoose: (id: string) => void;
}

/** One card of the list below the field. The caret stays in the field: cards are walked through with the arrows. */
export function OptionCard({
  id,
  picture,
  title,
  remark,
  amount,
  corner = null,
  chosen,
  active,
  faint = false,
  oneLine = false,
  onChoose,
}: Props) {
  return (
    <button
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select cannot hold two lines and an amount
      role="option"
      aria-selected={active || chosen}
      tabIndex={-1}
      onClick={() => onChoose(id)}
      className={classes(
        'relative flex h-full min-h-16 w-full touch-manipulation flex-col justify-between gap-1 rounded-box border px-3 py-2 text-left',
        active
          ? 'border-accent bg-accent-soft outline-3 outline-offset-1 outline-[var(--focus)]'
          : chosen
            ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
            : 'border-line-strong bg-surface hover:bg-sunken',
        faint && 'border-dashed text-ink-soft',
      )}
    >
      <span className={classes('flex w-full gap-2', picture === undefined ? 'items-start' : 'items-center')}>
        {picture}
        <span className={classes('min-w-0 flex-1 leading-5 font-semibold', oneLine ? 'truncate' : 'line-clamp-2')}>
          {title}
        </span>
        {active && !oneLine ? <Kbd>↵</Kbd> : null}
      </span>
      <span className="flex w-full items-baseline justify-between gap-x-2 text-small">
        <span className="truncate text-ink-soft">{remark}</span>
        {amount === null ? null : <span className="ml-auto font-semibold whitespace-nowrap">{amount}</span>}
        {active && oneLine ? <Kbd>↵</Kbd> : null}
      </span>
      {corner === null ? null : <span className="absolute top-1 right-1">{corner}</span>}
    </button>
  );
}
