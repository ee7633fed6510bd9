import type { ReactNode } from 'react';
import type { OfficeCounter, OfficeState } from '../../../shared/contract/office.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { ageOf, shortWhen } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { refreshOffice, useOffice } from '../../state/office.ts';
import { navigate, showReceipts, showTabs } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import type { Tone } from '../../state/toast.ts';
import { classes, toneText } from '../../ui/classes.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { BanknoteArrowDown, CircleCheck, Clock, HandCoins, TriangleAlert, Waves } from '../../ui/icons.tsx';
import { ErrorNotice, Notice, ScreenSkeleton } from '../../ui/Notice.tsx';
import { amountText, showBooks } from '../books/index.ts';
import {
  freshnessLook,
  freshnessOf,
  helpFor,
  isContactKnown,
  isNothingShipped,
  shopTotals,
  silentCounters,
} from './counter-look.ts';
import { JoinSteps } from './JoinSteps.tsx';

/** Every counter of the shop as it is now: what it sold today, and the money that is not settled. Each figure opens its sales. */
export default function CountersScreen() {
  const { t } = useTranslation();
  const { office, error } = useOffice();
  return (
    <div className="stacks h-full overflow-y-auto zoomed:h-auto zoomed:overflow-visible">
      <h2 className="sr-only">{t('appShell.screens.counters')}</h2>
      {office === null ? (
        error === null ? (
          <ScreenSkeleton />
        ) : (
          <div className="p-4">
            <ErrorNotice error={error} onRetry={() => void refreshOffice()} />
          </div>
        )
      ) : isNothingShipped(office) ? (
        <JoinSteps office={office} />
      ) : (
        <Counters office={office} />
      )}
    </div>
  );
}

/** By counter, today's figures; the shop's under its own key. */
type Today = ReadonlyMap<string, ReportRow>;
const shopKey = '';

function Counters({ office }: { office: OfficeState }) {
  const today = useToday(office);
  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4 p-4">
      <Freshness office={office} />
      <ShopFigures office={office} today={today.get(shopKey)} />
      <CounterTable office={office} today={today} />
      <HelpNotices counters={office.counters} />
    </div>
  );
}

const readDay = (day: string) => call('books.range', { from: day, to: day, by: 'counter' });

/** Read again at each event of a counter. */
function useToday(office: OfficeState): Today {
  const { day } = wallClock(useNow(), useShopZone());
  const answer = useAnswer(readDay, day, office.counters)?.answer;
  if (!answer?.ok) return new Map();
  const { lines, total } = answer.value;
  return new Map([[shopKey, total], ...lines.map(({ key, line }) => [key, line] as const)]);
}

/** Whether this is live; else from when the figures are. */
function Freshness({ office }: { office: OfficeState }) {
  const { relay, at } = office;
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  if (relay !== 'reachable') {
    const time = at === null ? null : shortWhen(at, now, zone);
    return (
      <Notice
        compact
        tone="unknown"
        live="status"
        icon={Clock}
        title={time === null ? t('office.awayEver') : t('office.away', { time })}
        lines={[t(relay === 'unreachable' ? 'office.awayDo' : `office.relayState.${relay}`)]}
      />
    );
  }
  const silent = silentCounters(office);
  if (silent.length > 0) {
    return (
      <Notice
        compact
        tone="unknown"
        live="status"
        icon={TriangleAlert}
        title={t('office.silent', { counter: silent.map(({ name }) => name).join(', ') })}
        lines={[t('office.silentDo')]}
      />
    );
  }
  return (
    <output className="flex items-center gap-2 text-small text-ink-soft">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" strokeWidth={2.5} />
      {t(isContactKnown(office) ? 'office.live' : 'office.liveRelay')}
    </output>
  );
}

/** The whole shop in one line: first what was sold, then what is not settled. */
function ShopFigures({ office, today }: { office: OfficeState; today: ReportRow | undefined }) {
  const { t } = useTranslation();
  const { unresolved, toReturn, toCollect, onTab } = shopTotals(office.counters);
  const unresolvedTone = useUnresolvedTone();
  const figures: { name: string; amount: string; more: string; tone?: Tone | undefined }[] = [
    {
      name: t('office.column.today'),
      amount: amountText(today?.turnover.amount ?? null) ?? t('common.none'),
      more: today === undefined ? '' : t('office.sold', plural(today.success)),
    },
    { name: t('office.column.unresolved'), ...tallyText(unresolved), tone: unresolvedTone },
    { name: t('office.column.toReturn'), ...tallyText(toReturn), tone: 'failed' },
    ...(toCollect.count > 0
      ? [{ name: t('office.column.toCollect'), ...tallyText(toCollect), tone: 'failed' as const }]
      : []),
    { name: t('office.column.onTab'), ...tallyText(onTab) },
  ];
  function tallyText({ count, amount }: Tally): { amount: string; more: string } {
    return { amount: formatRupiah(amount), more: count === 0 ? '' : t('receipts.cash.sales', plural(count)) };
  }
  return (
    <section aria-label={t('office.shop')} className="rounded-box border border-line bg-surface">
      <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line zoomed:grid-flow-row zoomed:divide-x-0 zoomed:divide-y">
        {figures.map(({ name, amount, more, tone }) => (
          <div key={name} className="min-w-0 px-4 py-3">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd>
              <span
                className={classes(
                  'block text-title font-bold whitespace-nowrap max-xl:text-large zoomed:text-title',
                  more !== '' && tone && toneText[tone],
                )}
              >
                {amount}
              </span>
              <span className="block min-h-5 text-small text-ink-soft">{more}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Orders that only wait for their webhook are no reason to worry; an uncertain sale is. */
function useUnresolvedTone(): Tone {
  return useStatus(({ status }) => {
    if (!status) return 'pending';
    const { unknown, disputed } = status.unresolved;
    return unknown.count + disputed.count + status.overdue.count > 0 ? 'unknown' : 'pending';
  });
}

const columns = ['today', 'unresolved', 'toReturn', 'toCollect', 'onTab', 'shift'] as const;

/** One row for each counter, in the order of the relay: nothing moves while it is read. */
function CounterTable({ office, today }: { office: OfficeState; today: Today }) {
  const { t } = useTranslation();
  return (
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      <table aria-label={t('appShell.screens.counters')} className="w-full zoomed:block">
        <thead className="zoomed:sr-only">
          <tr className="text-small text-ink-soft">
            <th scope="col" className="border-b border-line px-4 py-2 text-left align-bottom font-medium">
              {t('office.counter')}
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="max-w-28 border-b border-line px-2 py-2 text-right align-bottom font-medium last:pr-4"
              >
                {t(`office.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="zoomed:block">
          {office.counters.map((counter) => (
            <CounterRow key={counter.id} counter={counter} office={office} today={today.get(counter.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  counter: OfficeCounter;
  office: OfficeState;
  today: ReportRow | undefined;
}

function CounterRow({ counter, office, today }: RowProps) {
  const { t } = useTranslation();
  const { id, name, unresolved, moneyToReturn, moneyToCollect, onTab, openShift } = counter;
  const unresolvedTone = useUnresolvedTone();
  const openBooks = (tab: 'sales' | 'shifts'): void => {
    showBooks({
      tab,
      counter: id,
      shift: null,
      ...(tab === 'sales' ? { period: { name: 'today', range: null } } : {}),
    });
    navigate('books');
  };
  const sold = today?.turnover.amount ?? 0;
  return (
    <tr className="border-b border-line last:border-b-0 zoomed:grid zoomed:grid-cols-1 zoomed:py-2">
      <th scope="row" className="px-4 py-3 text-left font-normal">
        <span className="block text-large leading-tight font-semibold break-words">{name}</span>
        <CounterState counter={counter} office={office} />
      </th>
      <Figure
        label={t('office.column.today')}
        amount={sold}
        more={today === undefined || today.success === 0 ? '' : t('office.sold', plural(today.success))}
        open={() => openBooks('sales')}
      />
      <Figure
        label={t('office.column.unresolved')}
        {...unresolved}
        tone={unresolvedTone}
        icon={unresolvedTone === 'unknown' ? TriangleAlert : Waves}
        open={() => showReceipts({ view: 'unresolved', counter: id })}
      />
      <Figure
        label={t('office.column.toReturn')}
        {...moneyToReturn}
        tone="failed"
        icon={HandCoins}
        open={() => showReceipts({ view: 'cashToReturn', counter: id })}
      />
      <Figure
        label={t('office.column.toCollect')}
        {...moneyToCollect}
        tone="failed"
        icon={BanknoteArrowDown}
        open={() => showReceipts({ view: 'cashToCollect', counter: id })}
      />
      <Figure label={t('office.column.onTab')} {...onTab} open={() => showTabs(id)} />
      <Cell label={t('office.column.shift')}>
        {openShift === null ? (
          <p className="px-2 text-small text-ink-soft">{t('office.noShift')}</p>
        ) : (
          <FigureButton onClick={() => openBooks('shifts')}>
            <span className="font-semibold whitespace-nowrap">{t('shifts.one', { n: openShift })}</span>
            <span className="text-small text-ink-soft">{t('office.shiftOpen')}</span>
          </FigureButton>
        )}
      </Cell>
    </tr>
  );
}

/** How current its figures are, and when its newest event happened. */
function CounterState({ counter, office: { relay, at } }: Pick<RowProps, 'counter' | 'office'>) {
  const { t } = useTranslation();
  const now = useNow();
  const zone = useShopZone();
  const freshness = freshnessOf(counter, relay);
  const { tone, icon: Icon } = freshnessLook[freshness];
  const age = counter.lastEventAt === null ? null : ageOf(now - Date.parse(counter.lastEventAt));
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small">
      <span className={classes('flex items-center gap-1 font-semibold', toneText[tone])}>
        <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.5} />
        {freshness === 'as_of' && at !== null
          ? t('office.asOf', { time: shortWhen(at, now, zone) })
          : freshness === 'silent'
            ? t('office.silentSince', { time: shortWhen(counter.silentSince ?? '', now, zone) })
            : t(`office.state.${freshness}`)}
      </span>
      {counter.terminal === null ? null : <span className="font-mono text-ink-soft">{counter.terminal}</span>}
      {age === null ? null : (
        <span className="text-ink-soft">
          {t('office.lastEvent', { age: t(`appShell.age.${age.unit}`, { n: age.n }) })}
        </span>
      )}
    </p>
  );
}

type Tally = OfficeCounter['unresolved'];

interface FigureProps {
  label: string;
  amount: number;
  /** of sales; where the words below say something else, `more` */
  count?: number;
  more?: string;
  tone?: Tone;
  icon?: LucideIcon;
  open: () => void;
}

/** Money with what it is made of; a press opens that. Nothing is a dash. */
function Figure({ label, amount, count, more, tone, icon: Icon, open }: FigureProps) {
  const { t } = useTranslation();
  const words = more ?? (count ? t('receipts.cash.sales', plural(count)) : '');
  return (
    <Cell label={label}>
      {amount === 0 && words === '' ? (
        <p className="px-2 text-ink-soft">{t('common.none')}</p>
      ) : (
        <FigureButton onClick={open}>
          <span className={classes('flex items-center gap-1 font-semibold whitespace-nowrap', tone && toneText[tone])}>
            {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.5} /> : null}
            {formatRupiah(amount)}
          </span>
          <span className="text-small whitespace-nowrap text-ink-soft">{words}</span>
        </FigureButton>
      )}
    </Cell>
  );
}

/** Below each other each figure says what it is. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="py-2 text-right last:pr-2 zoomed:flex zoomed:min-h-11 zoomed:items-center zoomed:justify-between zoomed:gap-3 zoomed:px-4 zoomed:py-0">
      <span aria-hidden="true" className="hidden text-small text-ink-soft zoomed:inline">
        {label}
      </span>
      {children}
    </td>
  );
}

function FigureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-11 min-w-11 flex-col items-end justify-center rounded-box px-2 text-right hover:bg-sunken"
    >
      {children}
    </button>
  );
}

/** Counters whose figures are missing or in doubt, and what to do about it. */
function HelpNotices({ counters }: { counters: readonly OfficeCounter[] }) {
  const { t } = useTranslation();
  return counters.map((counter) => {
    const help = helpFor(counter);
    if (help === null) return null;
    const { tone, icon } = help === 'same_series' ? freshnessLook.damaged : freshnessLook[help];
    return (
      <Notice
        key={counter.id}
        compact
        tone={tone}
        icon={icon}
        title={t(`office.help.${help}.title`, { counter: counter.name })}
        lines={[t(`office.help.${help}.do`)]}
      />
    );
  });
}
