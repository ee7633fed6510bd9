/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a real table cannot leave most of its rows undrawn */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../../ui/classes.ts';
import { ItemRow } from './ItemRow.tsx';
import { type Column, columnsLook, type Grouping, nextItem, type Row } from './rows.ts';

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const heads = ['product', 'state', 'cost', 'price', 'margin', 'group', 'shown'] as const;

/** A table of thousands: only the rows in sight are drawn. */
export function ItemRows({ rows, by }: { rows: readonly Row[]; by: Grouping }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at]?.kind === 'head' ? 2.5 : 4) * rem(),
    getItemKey(at) {
      const row = rows[at];
      return row?.kind === 'item' ? row.item.productCode : `head ${row?.name ?? ''}`;
    },
    overscan: 6,
  });
  /** To the same column of the next product, as in a sheet. */
  const move = (from: number, column: Column, step: 1 | -1): void => {
    const next = nextItem(rows, from, step);
    if (next === null) return;
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => {
      const cells = scroller.current?.querySelectorAll<HTMLInputElement>(`[data-row="${next}"] [data-column]`) ?? [];
      // A bill has no cost: the row is left out where the column is.
      const cell = [...cells].find(({ dataset }) => dataset['column'] === column);
      if (cell) {
        cell.focus();
        cell.select();
      } else move(next, column, step);
    });
  };
  return (
    <div role="table" aria-label={t('catalogue.list')} aria-rowcount={rows.length + 1} className="flex h-full flex-col">
      <div
        role="row"
        aria-rowindex={1}
        className={classes(columnsLook, 'border-b border-line-strong py-2 text-small font-medium text-ink-soft')}
      >
        {heads.map((head) => (
          <span key={head} role="columnheader" className={rightHeads.has(head) ? 'text-right' : undefined}>
            {t(`catalogue.columns.${head}`)}
          </span>
        ))}
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto">
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, size, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div
                key={key}
                role="row"
                data-row={index}
                aria-rowindex={index + 2}
                className="absolute inset-x-0 top-0 border-b border-line"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {row.kind === 'head' ? (
                  <span role="cell" className="flex h-full items-center gap-2 bg-sunken px-4 font-semibold">
                    {row.name ?? t(`catalogue.without.${by}`)}
                    <span className="text-small font-normal text-ink-soft">{row.count}</span>
                  </span>
                ) : (
                  <ItemRow item={row.item} onMove={(column, step) => move(index, column, step)} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const rightHeads: ReadonlySet<string> = new Set(['cost', 'price', 'margin']);
