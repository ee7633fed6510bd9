/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a real table cannot leave most of its rows undrawn */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { maxAmount } from '../../../shared/domain/bounds.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import { pauseAt } from '../../../shared/domain/cut-off.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useEndOfMinute } from '../../state/clock.ts';
import { useSettings } from '../../state/settings.ts';
import { GroupedInput } from '../../ui/AmountField.tsx';
import { useAmountFault, useAmountText } from '../../ui/amount-text.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { Star } from '../../ui/icons.tsx';
import { Logo, ProductName } from '../../ui/Logo.tsx';
import { Eye, EyeOff } from '../../ui/later-icons.tsx';
import { saveItem } from './catalogue-store.ts';
import { type Column, cellLook, columnsLook, type Grouping, nextItem, type Row, rowRem } from './rows.ts';

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const heads = ['product', 'state', 'cost', 'price', 'fee', 'margin', 'group', 'shown'] as const;
/** As in ui/zoomed.css. */
const zoomedScreens = '(width < 50rem) or (height < 34rem)';

/** A table of thousands: only the rows in sight are drawn. */
export function ItemTable({ rows, by }: { rows: readonly Row[]; by: Grouping }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => rowRem(rows[at], window.matchMedia(zoomedScreens).matches) * rem(),
    getItemKey(at) {
      const row = rows[at];
      return row?.kind === 'item' ? row.item.productCode : `${row?.of} ${row?.name ?? ''}`;
    },
    overscan: 6,
  });
  useEffect(() => {
    const screens = window.matchMedia(zoomedScreens);
    const measure = (): void => virtual.measure();
    screens.addEventListener('change', measure);
    return () => screens.removeEventListener('change', measure);
  }, [virtual]);
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
        className={classes(
          columnsLook,
          // The list below has a scroll bar: without the same room the headings would stand beside their columns.
          'overflow-hidden border-b border-line-strong py-2 text-small font-medium text-ink-soft [scrollbar-gutter:stable]',
        )}
      >
        {heads.map((head) => (
          <span key={head} role="columnheader" className={cellLook[head]}>
            {head === 'price' ? <PriceHead /> : t(`catalogue.columns.${head}`)}
          </span>
        ))}
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
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
                    {row.name ?? t(row.of === 'singles' ? `catalogue.singles.${by}` : `catalogue.without.${by}`)}
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

/** On the smallest screens a bill's fee stands in the same column. */
function PriceHead() {
  const { t } = useTranslation();
  return (
    <>
      <span className="xl:hidden zoomed:hidden">{t('catalogue.columns.priceOrFee')}</span>
      <span className="max-xl:hidden zoomed:inline">{t('catalogue.columns.price')}</span>
    </>
  );
}

interface RowProps {
  item: CatalogueItem;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** Of a bill there is no price, and of anything else no fee: on the smallest screens both have one column. */
const onWideScreens = 'max-xl:hidden zoomed:block';

/** One product: the provider's data and the shop's, which is edited in place. */
const ItemRow = memo(function ItemRow({ item, onMove }: RowProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const { productCode: code, cost, sellingPrice } = item;
  const save = async (change: Omit<ItemChange, 'productCode'>): Promise<boolean> => {
    const failed = await saveItem({ productCode: code, ...change });
    setError(failed);
    return failed === null;
  };
  const bill = item.kind === 'postpaid';
  const lastSold = item.priceFrom === 'sold' ? sellingPrice : null;
  const margin = !bill && cost !== null && sellingPrice !== null ? sellingPrice - cost : null;
  return (
    <div role="presentation" className={classes(columnsLook, 'h-full', item.hidden && 'bg-sunken')}>
      <Cell className={classes('flex min-w-0 items-center gap-1 xl:gap-2', cellLook['product'])}>
        <IconButton
          className="-ml-3 text-ink-soft xl:ml-0"
          label={t('catalogue.favourite', { code })}
          aria-pressed={item.favourite}
          onClick={() => void save({ favourite: !item.favourite })}
        >
          <Star aria-hidden="true" className={classes('size-5', item.favourite && 'fill-accent text-accent')} />
        </IconButton>
        <Logo item={item} className="size-8 xl:size-10" />
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold">
            <ProductName name={item.productName ?? code} />
          </span>
          <span className="truncate text-small text-ink-soft">
            <span className="not-empty:after:content-['_·_'] xl:hidden zoomed:hidden">
              <ItemState item={item} error={error !== null} unusual />
            </span>
            <span className="font-mono">{code}</span>
            {item.brand === null ? null : ` · ${item.brand}`}
          </span>
        </span>
      </Cell>
      <Cell className={cellLook['state']}>
        <ItemState item={item} error={error !== null} />
      </Cell>
      <Cell>
        {bill ? null : (
          <AmountCell
            label={t('catalogue.of', { what: t('catalogue.columns.cost'), code })}
            column="cost"
            value={cost}
            soft={item.costRisen ? t('catalogue.providerTook', { price: formatRupiah(item.providerPrice ?? 0) }) : null}
            onSave={(value) => save({ cost: value })}
            onMove={onMove}
          />
        )}
      </Cell>
      <Cell className={bill ? onWideScreens : ''}>
        {bill ? null : (
          <AmountCell
            label={t('catalogue.of', { what: t('catalogue.columns.price'), code })}
            column="price"
            // What was last asked for is no price of the shop's: it is named, and the field is empty.
            value={lastSold === null ? sellingPrice : null}
            placeholder={lastSold === null ? undefined : t('catalogue.soldFor', { price: groupThousands(lastSold) })}
            onSave={(value) => save({ sellingPrice: value })}
            onMove={onMove}
          />
        )}
      </Cell>
      <Cell className={bill ? '' : onWideScreens}>
        {bill ? <FeeCell item={item} onSave={(fee) => save({ fee })} onMove={onMove} /> : null}
      </Cell>
      <Cell
        className={classes('text-right tabular-nums', margin !== null && margin < 0 && 'font-semibold text-failed')}
      >
        {margin === null ? '' : formatRupiah(margin)}
      </Cell>
      <Cell>
        <GroupCell
          label={t('catalogue.of', { what: t('catalogue.columns.group'), code })}
          value={item.group}
          onSave={(group) => save({ group })}
          onMove={onMove}
        />
      </Cell>
      <Cell>
        <IconButton
          className="text-ink-soft"
          label={t(item.hidden ? 'catalogue.unhide' : 'catalogue.hide', { code })}
          onClick={() => void save({ hidden: !item.hidden })}
        >
          {item.hidden ? (
            <EyeOff aria-hidden="true" className="size-5" />
          ) : (
            <Eye aria-hidden="true" className="size-5" />
          )}
        </IconButton>
      </Cell>
    </div>
  );
});

function FeeCell({
  item,
  onSave,
  onMove,
}: Pick<RowProps, 'item' | 'onMove'> & { onSave: (fee: number | null) => Promise<boolean> }) {
  const { t } = useTranslation();
  const usual = useSettings((state) => state.view?.settings.billFee ?? 0);
  return (
    <AmountCell
      label={t('catalogue.of', { what: t('catalogue.columns.fee'), code: item.productCode })}
      column="fee"
      value={item.fee}
      placeholder={t('catalogue.usualFee', { amount: groupThousands(usual) })}
      onSave={onSave}
      onMove={onMove}
    />
  );
}

function Cell({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div role="cell" className={className}>
      {children}
    </div>
  );
}

interface AmountCellProps {
  label: string;
  column: Column;
  value: number | null;
  placeholder?: string | undefined;
  /** why the amount is not firm */
  soft?: string | null;
  /** false: it was not saved, and the typed text stays */
  onSave: (value: number | null) => Promise<boolean>;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** An amount in the list: edited in place, saved when the field is left; Esc restores the old amount. */
function AmountCell({ label, column, value, placeholder, soft = null, onSave, onMove }: AmountCellProps) {
  const isPrice = column !== 'fee';
  const isAmount = (typed: number | null): boolean => typed === null || typed >= (isPrice ? 1 : 0);
  // What is no amount is not saved: the field has no fault's room, so that its look and its label say so.
  const own = useSaved(value, async (typed) => isAmount(typed) && (await onSave(typed)));
  const field = useAmountText(own.value, maxAmount, own.type);
  const fault = useAmountFault(field.text, maxAmount, isPrice);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && own.isTyped) {
      event.stopPropagation();
      own.giveUp();
      return;
    }
    const step =
      event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : { ArrowDown: 1 as const, ArrowUp: -1 as const }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(column, step);
    void own.save();
  };
  return (
    <GroupedInput
      aria-label={label}
      title={fault ?? soft ?? undefined}
      aria-invalid={fault !== null}
      data-column={column}
      inputMode="numeric"
      placeholder={placeholder}
      {...field}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void own.save()}
      onKeyDown={keys}
      className={classes(
        inputLook,
        'px-2 text-right tabular-nums placeholder:text-small',
        soft === null ? null : 'text-ink-soft italic',
      )}
    />
  );
}

interface GroupCellProps {
  label: string;
  value: string | null;
  onSave: (group: string | null) => Promise<boolean>;
  onMove: (column: Column, step: 1 | -1) => void;
}

/** The shop's own group of a product, in its own words. */
function GroupCell({ label, value, onSave, onMove }: GroupCellProps) {
  const own = useSaved(value ?? '', (text) => onSave(text.trim() === '' ? null : text.trim()));
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && own.isTyped) {
      event.stopPropagation();
      own.giveUp();
    }
    if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    onMove('group', event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
    void own.save();
  };
  return (
    <input
      type="text"
      aria-label={label}
      data-column="group"
      autoComplete="off"
      maxLength={40}
      value={own.value}
      onChange={(event) => own.type(event.currentTarget.value)}
      onBlur={() => void own.save()}
      onKeyDown={keys}
      className={classes(inputLook, 'px-2!')}
    />
  );
}

interface ItemStateProps {
  item: CatalogueItem;
  error: boolean;
  /** nothing is said of a product that is simply sold */
  unusual?: boolean;
}

/** Whether it is sold now: words of a state, and the countdown of its daily pause. */
function ItemState({ item, error, unusual = false }: ItemStateProps) {
  const { t } = useTranslation();
  const now = useEndOfMinute();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  const shop = useSettings((state) => state.view?.settings.timeZone ?? 'Asia/Jakarta');
  if (error) return <Word tone="text-failed">{t('catalogue.notSaved')}</Word>;
  if (item.goneAt !== null) return <Word tone="text-failed">{t('catalogue.states.gone')}</Word>;
  if (!item.active) return <Word tone="text-failed">{t('catalogue.states.inactive')}</Word>;
  const pause = pauseAt(item.cutOff, now, { provider, shop });
  if (pause.kind === 'paused') return <Word tone="text-unknown">{t('catalogue.paused', { time: pause.until })}</Word>;
  if (pause.kind === 'closing') return <Word tone="text-unknown">{t('catalogue.closing', { n: pause.minutes })}</Word>;
  return unusual ? null : <Word tone="text-ink-soft font-normal">{t('catalogue.states.active')}</Word>;
}

function Word({ tone, children }: { tone: string; children: string }) {
  return <span className={`text-small font-medium ${tone}`}>{children}</span>;
}

/**
 * The typed text over a stored value, until it is saved; saved once, by Enter or by leaving the field. What is typed while it is being
 * saved is saved afterwards.
 */
function useSaved<T>(saved: T, save: (value: T) => Promise<boolean>) {
  const [typed, setTyped] = useState<{ value: T } | null>(null);
  /** what is saved last, and when all is */
  const saving = useRef<{ typed: { value: T }; ended: Promise<void> } | null>(null);
  return {
    value: typed ? typed.value : saved,
    isTyped: typed !== null,
    type: (value: T): void => setTyped({ value }),
    giveUp: (): void => setTyped(null),
    async save(): Promise<void> {
      const before = saving.current;
      if (!typed || before?.typed === typed) return;
      if (!before && typed.value === saved) return setTyped(null);
      const run = async (): Promise<void> => {
        await before?.ended;
        const isSaved = await save(typed.value);
        if (saving.current?.typed === typed) saving.current = null;
        // A text that was not saved stays in the field, and one that was typed meanwhile.
        if (isSaved) setTyped((now) => (now === typed ? null : now));
      };
      const ended = run();
      saving.current = { typed, ended };
      await ended;
    },
  };
}
