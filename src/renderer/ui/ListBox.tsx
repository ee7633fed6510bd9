import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import type { useListBox } from './virtual-range.ts';

interface Props<Row> extends Pick<ComponentProps<'div'>, 'id' | 'className' | 'aria-multiselectable' | 'onKeyDown'> {
  list: ReturnType<typeof useListBox>;
  label: string;
  rows: readonly Row[];
  /** names a row in the page */
  optionId: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  onPress: (row: Row, at: number) => void;
  children: (row: Row) => ReactNode;
}

/** Rows of two lines, of which those in sight are drawn. The list itself takes the keys; a row takes the pointer. */
export function ListBox<Row>({ list, label, rows, className, ...props }: Props<Row>) {
  const { optionId, isSelected, onPress, children, ...box } = props;
  const { range, current, setScroller } = list;
  const active = rows[current];
  return (
    <div
      ref={setScroller}
      onScroll={range.onScroll}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold rows of two lines, nor leave most undrawn
      role="listbox"
      aria-label={label}
      aria-activedescendant={active === undefined ? undefined : optionId(active)}
      tabIndex={0}
      {...box}
      className={classes(
        'focus-frame min-h-0 flex-1 overflow-y-auto outline-none! zoomed:h-60 zoomed:flex-none',
        className,
      )}
    >
      <div className="relative" style={{ height: range.height }}>
        {range.rows.map(({ row: at, top, height }) => {
          const row = rows[at];
          return row === undefined ? null : (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list takes the keys
            <div
              key={optionId(row)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list's role
              role="option"
              id={optionId(row)}
              aria-selected={isSelected(row)}
              aria-posinset={at + 1}
              aria-setsize={rows.length}
              onClick={() => onPress(row, at)}
              style={{ height, transform: `translateY(${top}px)` }}
              className={classes(
                'absolute inset-x-0 top-0 border-b border-line',
                row === active ? 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]' : 'hover:bg-sunken',
              )}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
