import { useLayoutEffect, useRef } from 'react';
import type { Status } from '../../shared/contract/events.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import { ParkedChips, useParkedCount } from '../features/checkout/index.ts';
import { ageOf } from '../i18n/time-text.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import type { ReceiptView } from '../state/receipt-filter.ts';
import { showReceipts, showSettings } from '../state/router.ts';
import { sumToReturn, useStatus } from '../state/status.ts';
import type { Tone } from '../state/toast.ts';
import { classes, toneText } from '../ui/classes.ts';
import type { LucideIcon } from '../ui/icon.tsx';
import {
  ArrowLeftRight,
  BanknoteArrowDown,
  Check,
  HandCoins,
  Hourglass,
  Inbox,
  TriangleAlert,
  Wallet,
  Waves,
} from '../ui/icons.tsx';

const icons: Readonly<Record<MoneyItem['view'], LucideIcon>> = {
  unknown: TriangleAlert,
  disputed: ArrowLeftRight,
  cashToReturn: HandCoins,
  cashToCollect: BanknoteArrowDown,
  overdue: Hourglass,
  pending: Waves,
  quarantined: Inbox,
};

/** The money that is not settled, and the sales that are parked, on one line. It cannot be closed; each item opens its sales. */
export function MoneyStrip() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const now = useNow();
  const items = status ? moneyItems(status) : [];
  const first = items[0];
  const parked = useParkedCount();
  const isCrowded = items.length + Math.min(parked, 2) > 2;
  const isFull = items.length > 4;
  const strip = useTightness(parked > 0);
  // Its room is kept: every order is pending for a moment, and nothing may jump then.
  if (!status || !first) return <AllClear isKnown={status !== null} />;
  const urgent = first.view !== 'pending' && first.view !== 'quarantined';
  const age = status.oldestUnresolvedAt === null ? null : ageOf(now - Date.parse(status.oldestUnresolvedAt));
  return (
    <section
      ref={strip}
      aria-label={t('appShell.moneyStrip.label')}
      className={classes(
        'relative flex min-h-12 shrink-0 items-center gap-x-1 border-b pr-2 zoomed:flex-wrap',
        urgent ? 'border-unknown bg-unknown-soft pl-5' : 'border-line bg-surface pl-2',
      )}
    >
      {urgent ? <span aria-hidden="true" className="doubt-edge absolute inset-y-0 left-0 w-3" /> : null}
      <ul className="contents">
        {items.map((item) => (
          <MoneyButton
            key={item.view}
            item={item}
            // Beside several parked sales no word has room, or they would say nothing.
            isShort={isCrowded && item !== first}
            isWordless={parked > 1 && items.length > 3}
            isFull={isFull}
          />
        ))}
      </ul>
      <ParkedChips />
      <div className="ml-auto flex shrink-0 items-center">
        <Deposit isCrowded={isCrowded} />
        {status.cashHeld.amount > 0 ? (
          <button
            type="button"
            onClick={() => showReceipts({ view: 'unresolved' })}
            className="flex min-h-11 shrink-0 items-center gap-1 rounded-box px-1 text-small font-medium text-ink hover:underline"
          >
            <Wallet aria-hidden="true" className="size-5 shrink-0" />
            <span className={isCrowded ? 'max-2xl:sr-only' : ''}>{t('appShell.moneyStrip.held')} </span>
            <span className="font-semibold">{formatRupiah(status.cashHeld.amount)}</span>
          </button>
        ) : null}
        {age && first.view !== 'quarantined' ? (
          <span
            className={classes('min-w-14 shrink-0 px-1 text-right text-small font-medium', isFull && 'max-2xl:sr-only')}
          >
            {t(`appShell.age.${age.unit}`, { n: age.n })}
          </span>
        ) : null}
        <button
          type="button"
          onClick={() => showReceipts({ view: first.view })}
          className="min-h-11 shrink-0 rounded-box px-2 font-semibold text-ink underline underline-offset-4"
        >
          {t('appShell.moneyStrip.see')}
        </button>
      </div>
    </section>
  );
}

/**
 * Marks the strip as tight where the words of all items do not fit beside each other. Parked sales give way before anything overflows, and on a
 * zoomed screen the items wrap: there it is tight at once.
 */
function useTightness(isShared: boolean) {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = strip;
    if (!current) return;
    const measure = (): void => {
      current.removeAttribute('data-tight');
      const overflows = current.scrollWidth > current.clientWidth;
      current.toggleAttribute('data-tight', isShared || overflows || getComputedStyle(current).flexWrap === 'wrap');
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(current);
    return () => resized.disconnect();
  });
  return strip;
}

/** What is left at the provider, estimated; small, unless it is low. A cashier who may not see costs reads only that it is low. */
function Deposit({ isCrowded = false }: { isCrowded?: boolean }) {
  const { t } = useTranslation();
  const deposit = useStatus((state) => state.status?.deposit);
  if (!deposit || (deposit.balance === null && !deposit.isLow)) return null;
  const { isLow } = deposit;
  const balance = deposit.balance === null ? null : formatRupiah(deposit.balance);
  const words = balance === null ? t('deposit.low') : t(isLow ? 'deposit.stripLow' : 'deposit.strip', { balance });
  return (
    <button
      type="button"
      onClick={() => showSettings('deposit')}
      className={classes(
        'min-h-11 shrink-0 rounded-box px-1 text-small hover:underline',
        isLow ? 'font-semibold text-unknown' : 'text-ink-soft',
        isCrowded && !isLow && 'max-2xl:sr-only',
      )}
    >
      {words}
    </button>
  );
}

function AllClear({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('appShell.moneyStrip.label')}
      className="flex min-h-12 items-center gap-1.5 border-b border-line bg-surface px-4 text-small text-ink-soft"
    >
      {isKnown ? (
        <>
          <Check aria-hidden="true" className="size-5 shrink-0" />
          <span className="shrink-0">{t('appShell.moneyStrip.clear')}</span>
          <ParkedChips />
          <span className="ml-auto shrink-0">
            <Deposit />
          </span>
        </>
      ) : null}
    </section>
  );
}

interface MoneyButtonProps {
  item: MoneyItem;
  /** where the strip is tight its shape, colour and sum say which it is; the word stays for readers */
  isShort: boolean;
  /** there it has no word at all, on the widest screen either */
  isWordless: boolean;
  /** only the sums of what is urgent have room */
  isFull: boolean;
}

function MoneyButton({ item, isShort, isWordless, isFull }: MoneyButtonProps) {
  const { t } = useTranslation();
  const isQuiet = item.view === 'pending' || (isFull && item.view === 'overdue');
  const Icon = icons[item.view];
  return (
    <li className="shrink-0">
      <button
        type="button"
        title={t(`appShell.moneyStrip.${item.view}`)}
        onClick={() => showReceipts({ view: item.view })}
        className="flex min-h-11 min-w-11 items-center gap-1 rounded-box px-1 text-small font-medium text-ink hover:underline"
      >
        <Icon aria-hidden="true" className={classes('size-5 shrink-0', toneText[item.tone])} strokeWidth={2.5} />
        <span className={classes('text-body font-bold', toneText[item.tone])}>{item.count}</span>
        <span className={isWordless ? 'in-data-tight:sr-only' : isShort ? 'in-data-tight:max-2xl:sr-only' : ''}>
          {t(`appShell.moneyStrip.${item.view}`)}
        </span>
        {item.amount ? (
          <span className={classes('font-semibold', isQuiet && 'max-2xl:sr-only')}>{formatRupiah(item.amount)}</span>
        ) : null}
      </button>
    </li>
  );
}

interface MoneyItem {
  view: Extract<
    ReceiptView,
    'unknown' | 'disputed' | 'overdue' | 'cashToReturn' | 'cashToCollect' | 'pending' | 'quarantined'
  >;
  tone: Tone;
  count: number;
  /** whole rupiah; null where no money is at stake */
  amount: number | null;
}

/** The unsettled money, the most urgent first; orders that only wait come last. */
function moneyItems(status: Status): MoneyItem[] {
  const { unknown, disputed, pending, sending } = status.unresolved;
  const waiting = {
    count: Math.max(0, pending.count - status.overdue.count) + sending.count,
    amount: Math.max(0, pending.amount - status.overdue.amount) + sending.amount,
  };
  const items: MoneyItem[] = [
    { view: 'unknown', tone: 'unknown', ...unknown },
    { view: 'disputed', tone: 'disputed', ...disputed },
    {
      view: 'cashToReturn',
      tone: 'failed',
      count: status.moneyToReturn.count,
      amount: sumToReturn(status),
    },
    { view: 'cashToCollect', tone: 'failed', ...status.moneyToCollect },
    { view: 'overdue', tone: 'unknown', ...status.overdue },
    { view: 'pending', tone: 'pending', ...waiting },
    { view: 'quarantined', tone: 'quiet', count: status.quarantined, amount: null },
  ];
  return items.filter((item) => item.count > 0);
}
