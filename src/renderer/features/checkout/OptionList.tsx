import { memo, type ReactNode, type UIEvent, useState } from 'react';
import { moneyReturned } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type CutOff, type Pause, pauseAt } from '../../../shared/domain/cut-off.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { failureKind } from '../../../shared/domain/provider-answer.ts';
import { isUnresolved } from '../../../shared/domain/transaction.ts';
import { ageOf, shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useEndOfMinute, useNow } from '../../state/clock.ts';
import { useKeys, useNumberPad } from '../../state/keys.ts';
import type { Offer } from '../../state/offers.ts';
import { useSettings, useShopZone } from '../../state/settings.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes, stateLook, toneBorder, toneText } from '../../ui/classes.ts';
import { Star } from '../../ui/icons.tsx';
import { Logo } from '../../ui/Logo.tsx';
import type { CheckoutKind } from './checkout-rules.ts';
import { selectTab } from './entry-controller.ts';
import type { EntryOption, EntryOptions } from './entry-options.ts';
import type { ProductGroup } from './offer-search.ts';

interface Props extends EntryOptions {
  listId: string;
  kind: CheckoutKind;
  activeId: string | null;
  selectedCode: string;
  onSelect: (id: string) => void;
}

/** The options below the entry field: this customer's purchases, then the products, in an order that stays. */
export const OptionList = memo(function OptionList(props: Props) {
  const { t } = useTranslation();
  const [isHovered, setHovered] = useState(false);
  const offers = useFrozenWhileHovered(props.offers, isHovered, props.cause);
  const { visible, onScroll } = useIncrementalList(offers, props.cause);
  const { activeId, onSelect, selectedCode } = props;
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <TabRow {...props} />
      <div
        id={props.listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold cards
        role="listbox"
        aria-label={t('entry.options')}
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        {props.recent.length === 0 ? null : <RecentRow {...props} />}
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
          role="group"
          aria-label={t('sell.known')}
          onScroll={onScroll}
          onPointerEnter={() => setHovered(true)}
          onPointerLeave={() => setHovered(false)}
          className="min-h-0 flex-1 overflow-y-auto p-1 zoomed:max-h-80"
        >
          {offers.length === 0 ? (
            <p role="presentation" className="py-3 text-ink-soft">
              {t('sell.noMatch')}
            </p>
          ) : null}
          <div
            role="presentation"
            className="grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-2 xl:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]"
          >
            {visible.map((option) =>
              option.is === 'offer' ? (
                <OfferCard
                  key={option.id}
                  id={option.id}
                  offer={option.offer}
                  isSelected={option.offer.product.productCode === selectedCode}
                  isActive={option.id === activeId}
                  onSelect={onSelect}
                />
              ) : null,
            )}
          </div>
        </div>
      </div>
    </div>
  );
});

/** What the products are narrowed to while nothing is searched for; and, small, that a number is new. */
function TabRow({ kind, tabs, tab, isNewNumber }: Props) {
  const { t } = useTranslation();
  const choices = tabs.length === 0 ? [] : [null, ...tabs];
  const choose = (chosen: ProductGroup | null): void => selectTab(kind, chosen);
  const switchTab = (by: number): void => choose(choices.at((choices.indexOf(tab) + by) % choices.length) ?? null);
  useKeys(
    choices.length === 0
      ? []
      : [
          { key: 'PageDown', label: t('entry.keys.nextTab'), run: () => switchTab(1), quiet: true },
          { key: 'PageUp', label: t('entry.keys.tabBefore'), run: () => switchTab(-1), quiet: true },
        ],
  );
  if (choices.length === 0 && !isNewNumber) return null;
  return (
    <div className="mb-1 flex min-h-11 shrink-0 items-center gap-3 px-1">
      {choices.length === 0 ? null : (
        <fieldset aria-label={t('entry.tabs')} className="flex min-w-0 gap-1 overflow-x-auto zoomed:flex-wrap">
          {choices.map((each) => (
            <button
              key={each ?? 'all'}
              type="button"
              aria-pressed={each === tab}
              onClick={() => choose(each)}
              className={classes(
                'min-h-11 shrink-0 touch-manipulation rounded-box border px-3 font-medium',
                each === tab ? 'border-accent bg-accent-soft' : 'border-transparent text-ink-soft hover:bg-sunken',
              )}
            >
              {t(`entry.tab.${each ?? 'all'}`)}
            </button>
          ))}
        </fieldset>
      )}
      {isNewNumber ? <p className="ml-auto truncate text-small text-ink-soft">{t('entry.newNumber')}</p> : null}
    </div>
  );
}

/** What there is of this customer, above the products. */
function RecentRow({ recent, activeId, onSelect }: Props) {
  const { t } = useTranslation();
  const isPadShown = useNumberPad((state) => state.isShown);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
      role="group"
      aria-label={t('entry.past')}
      className={classes(
        'grid h-18 shrink-0 gap-2 p-1',
        isPadShown ? 'grid-cols-2' : 'grid-cols-3 zoomed:grid-cols-2 zoomed:[&>*:nth-child(3)]:hidden',
      )}
    >
      {recent.slice(0, isPadShown ? 2 : 3).map((option) => (
        <RecentCard key={option.id} option={option} isActive={option.id === activeId} onSelect={onSelect} />
      ))}
    </div>
  );
}

function RecentCard({
  option,
  isActive,
  onSelect,
}: Pick<OptionProps, 'isActive' | 'onSelect'> & { option: EntryOption }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useEndOfMinute();
  const card = { id: option.id, isOneLine: true, isSelected: false, isActive, onSelect };
  switch (option.is) {
    case 'offer':
      return null;
    case 'customer': {
      const { name, customerNo, label } = option.customer;
      const remark = (
        <>
          <span className="font-mono">{groupCustomerNo(customerNo)}</span> {label}
        </>
      );
      return <OptionCard {...card} title={name} remark={remark} amount={null} />;
    }
    case 'unsettled':
    case 'failed': {
      const { state, productName, productCode, sentAt, createdAt, message } = option.sale;
      const { tone, icon: Icon } = stateLook[state];
      const money = isUnresolved(state)
        ? 'wait'
        : option.is === 'unsettled'
          ? 'giveBack'
          : moneyReturned(option.sale) > 0
            ? 'givenBack'
            : 'noMoney';
      const cause = state === 'failed' ? failureKind(message) : null;
      const why = cause ? [t(`outcome.failure.${cause}.why`)] : [];
      const title = (
        <span className={classes('flex items-center gap-1.5', toneText[tone])}>
          <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.5} />
          <span className="truncate">
            {t(`states.${state}`)}, <Age since={sentAt ?? createdAt} />
          </span>
        </span>
      );
      // What to do comes first: a long name is cut.
      const remark = [t(`entry.unsettled.${money}`), ...why, productName ?? productCode].join(' · ');
      return <OptionCard {...card} look={toneBorder[tone]} title={title} remark={remark} amount={null} />;
    }
    case 'openBill':
    case 'purchase': {
      const { productName, productCode, total, sentAt, createdAt, kind, sn } = option.sale;
      const when = shortWhen(sentAt ?? createdAt, now, zone);
      // Of today it is the time alone, HH:mm.
      const isToday = when.length === 'HH:mm'.length;
      const remark =
        option.is === 'openBill' ? t('entry.notPaid') : isToday && sn !== null ? `${when} · SN ${sn}` : when;
      // The next bill comes to another amount.
      const hasAmount = total !== null && (option.is === 'openBill' || kind === 'prepaid');
      return (
        <OptionCard
          {...card}
          title={productName ?? productCode}
          remark={remark}
          amount={hasAmount ? formatRupiah(total) : null}
        />
      );
    }
  }
}

/** Keeps the list as it is while a pointer is over it. Another `cause`, something that the cashier did, changes it at once. */
function useFrozenWhileHovered<T>(list: T, isHovered: boolean, cause: string): T {
  const [frozen, setFrozen] = useState({ list, cause });
  if (frozen.cause === cause && (isHovered || frozen.list === list)) return frozen.list;
  setFrozen({ list, cause });
  return list;
}

/** More than fits the largest screen. */
const pageSize = 60;

/**
 * The first page of a list, and another whenever its end comes near: a catalogue of thousands delays no key press.
 * Another `cause` starts again.
 */
function useIncrementalList<T>(list: readonly T[], cause: string) {
  const [requested, setRequested] = useState({ cause, count: pageSize });
  const count = requested.cause === cause ? requested.count : pageSize;
  return {
    visible: list.length > count ? list.slice(0, count) : list,
    onScroll({ currentTarget: element }: UIEvent<HTMLElement>) {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (count < list.length && below < element.clientHeight) setRequested({ cause, count: count + pageSize });
    },
  };
}

interface OptionProps {
  id: string;
  /** left of the title, of a size of its own */
  picture?: ReactNode;
  title: ReactNode;
  /** below the title, left of the amount */
  remark: ReactNode;
  amount: string | null;
  /** the amount is words: the shop has set none */
  isAmountMissing?: boolean;
  /** a small sign in the upper right corner */
  corner?: ReactNode;
  /** the sale has it now */
  isSelected: boolean;
  /** the arrows are on it, or Enter selects it */
  isActive: boolean;
  isFaint?: boolean;
  /** where the row has no room for a second line */
  isOneLine?: boolean;
  /** a border of its own */
  look?: string;
  onSelect: (id: string) => void;
}

/** An option of the list below the entry field. The caret stays in the field: the arrows walk through the cards. */
function OptionCard({ id, picture, title, remark, amount, corner, isSelected, isActive, ...props }: OptionProps) {
  const { isOneLine = false } = props;
  const price =
    amount === null ? null : (
      <span
        className={classes(
          'ml-auto text-small font-semibold whitespace-nowrap',
          props.isAmountMissing && 'rounded-box bg-unknown-soft px-1 text-unknown',
        )}
      >
        {amount}
      </span>
    );
  return (
    <button
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select cannot hold two lines and an amount
      role="option"
      aria-selected={isActive || isSelected}
      tabIndex={-1}
      onClick={() => props.onSelect(id)}
      className={classes(
        'relative flex h-full min-h-16 w-full touch-manipulation flex-col justify-between gap-1 rounded-box border px-2 py-2 text-left xl:px-3',
        isActive
          ? 'border-accent bg-accent-soft outline-3 outline-offset-1 outline-[var(--focus)]'
          : isSelected
            ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
            : classes(props.look ?? 'border-line-strong', 'bg-surface hover:bg-sunken'),
        props.isFaint && 'border-dashed text-ink-soft',
      )}
    >
      <span className="flex w-full items-start gap-2">
        {picture}
        <span
          className={classes(
            'min-w-0 flex-1 leading-5 font-semibold',
            isOneLine ? 'truncate' : 'line-clamp-3 wrap-anywhere',
          )}
        >
          {title}
        </span>
        {isOneLine ? (
          price
        ) : isActive ? (
          <span className="-mx-1.5">
            <Kbd>↵</Kbd>
          </span>
        ) : null}
      </span>
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-1 text-small">
        <span className="truncate text-ink-soft">{remark}</span>
        {isOneLine ? isActive ? <Kbd>↵</Kbd> : null : price}
      </span>
      {corner === undefined ? null : <span className="absolute top-1 right-1">{corner}</span>}
    </button>
  );
}

interface OfferProps extends Pick<OptionProps, 'id' | 'isSelected' | 'isActive' | 'onSelect'> {
  offer: Offer;
}

/** A product that may be sold, with its proposed price. */
const OfferCard = memo(function OfferCard({ offer, ...card }: OfferProps) {
  const { t } = useTranslation();
  const { product, sellingPrice, favourite } = offer;
  const price = sellingPrice === null ? null : formatRupiah(sellingPrice);
  const cutOff = useCutOff(product.cutOff);
  const isFaint = !product.active || cutOff.kind === 'paused';
  const remark = !product.active
    ? t('sell.inactive')
    : cutOff.kind === 'paused'
      ? t('sell.paused', { until: cutOff.until })
      : cutOff.kind === 'closing'
        ? t('sell.closing', { n: cutOff.minutes })
        : product.kind === 'postpaid'
          ? t('entry.billRemark', { code: product.productCode })
          : product.productCode;
  return (
    <OptionCard
      {...card}
      picture={<Logo item={{ ...product, logo: offer.logo }} className="size-8 xl:size-9" />}
      title={product.productName ?? product.productCode}
      remark={remark}
      // In the corner, because the code leaves a star no room.
      corner={
        favourite ? <Star aria-label={t('entry.favourite')} className="size-3 fill-current text-accent" /> : undefined
      }
      // In the place of the price stands why it is not sold now.
      amount={product.kind === 'postpaid' || isFaint ? null : (price ?? t('sell.noPrice'))}
      isAmountMissing={price === null}
      isFaint={isFaint}
    />
  );
});

/** Counts seconds, as the strip above does. @param since ISO 8601 */
function Age({ since }: { since: string }) {
  const { t } = useTranslation();
  const { unit, n } = ageOf(useNow() - Date.parse(since));
  return t(`appShell.age.${unit}`, { n });
}

/** The state of a product's daily cut-off now. */
function useCutOff(cutOff: CutOff | null): Pause {
  const now = useEndOfMinute();
  const shop = useShopZone();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  return pauseAt(cutOff, now, { provider, shop });
}
