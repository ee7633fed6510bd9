import { memo, type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { useEndOfMinute } from '../../state/minute.ts';
import { useShopZone } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import { shortWhen } from '../../ui/time-text.ts';
import { useNumberPad } from './entry-keys.ts';
import type { EntryOption } from './entry-options.ts';
import { OfferCard, OptionCard } from './OptionCard.tsx';

interface Props {
  listId: string;
  recent: readonly EntryOption[];
  /** shows while there is nothing recent */
  recentHint: string;
  offers: readonly EntryOption[];
  /** changes with what the cashier does; the list then may change its order at once */
  cause: string;
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
    <div
      id={props.listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold cards
      role="listbox"
      aria-label={t('entry.options')}
      tabIndex={-1}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <RecentRow options={props.recent} activeId={activeId} onSelect={onSelect} hint={props.recentHint} />
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
          className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2 xl:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]"
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
  );
});

interface RowProps {
  options: readonly EntryOption[];
  activeId: string | null;
  onSelect: (id: string) => void;
  hint: string;
}

/** The row is there from the start, so that nothing moves when it fills. */
function RecentRow({ options, activeId, onSelect, hint }: RowProps) {
  const { t } = useTranslation();
  const isPadShown = useNumberPad((state) => state.isShown);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
      role="group"
      aria-label={t('entry.past')}
      className={classes(
        'grid h-19 shrink-0 gap-2 p-1',
        isPadShown ? 'grid-cols-2' : 'grid-cols-3 zoomed:grid-cols-2 zoomed:[&>*:nth-child(3)]:hidden',
      )}
    >
      {options.length === 0 ? (
        <p
          role="presentation"
          className="col-span-full flex items-center rounded-box border border-dashed border-line px-3 text-small text-ink-soft"
        >
          {hint}
        </p>
      ) : null}
      {options.slice(0, isPadShown ? 2 : 3).map((option) => (
        <RecentCard key={option.id} option={option} isActive={option.id === activeId} onSelect={onSelect} />
      ))}
    </div>
  );
}

interface CardProps {
  option: EntryOption;
  isActive: boolean;
  onSelect: (id: string) => void;
}

function RecentCard({ option, isActive, onSelect }: CardProps) {
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
    case 'openBill':
    case 'purchase': {
      const { productName, productCode, total, sentAt, createdAt, kind } = option.sale;
      const remark = option.is === 'openBill' ? t('entry.notPaid') : shortWhen(sentAt ?? createdAt, now, zone);
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

/** Keeps the list while a pointer is over it; news shows once it has left. What the cashier did, in `cause`, shows at once. */
function useFrozenWhileHovered<T>(list: T, isHovered: boolean, cause: string): T {
  const [frozen, setFrozen] = useState({ list, cause });
  if (frozen.cause === cause && (isHovered || frozen.list === list)) return frozen.list;
  setFrozen({ list, cause });
  return list;
}

/** Several times what fits the largest screen. */
const pageSize = 120;

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
