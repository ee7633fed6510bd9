import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { tabs as rows, type Tab } from '../../../shared/contract/tabs.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { ageOf, dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useKeys } from '../../state/keys.ts';
import { useCounterName } from '../../state/office.ts';
import { useRouter } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useServesRow, useStatus } from '../../state/status.ts';
import { Choice, CounterSelect, SearchField } from '../../ui/Field.tsx';
import { NotebookPen } from '../../ui/icons.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import { SearchX } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, ScreenSkeleton } from '../../ui/Notice.tsx';
import { useListBox } from '../../ui/virtual-range.ts';
import { SettleDialog, TabDetail } from './TabDetail.tsx';
import { listedTabs, type TabOrder, tabOrders } from './tab-list.ts';

const readTabs = () => call('tabs.list');

/** Who owes the shop what: reminded, and settled in part or whole. */
export default function TabsScreen() {
  const money = useStatus(({ status }) => JSON.stringify([status?.onTab, status?.unresolved]));
  const [payments, setPayments] = useState(0);
  const counter = useRouter(({ tabsOf }) => tabsOf);
  // Any sale, result, settlement or lapse moves these, in whichever window it happens.
  const version = `${money} ${payments}`;
  const answer = useAnswer(readTabs, '', version)?.answer ?? null;
  if (answer === null) return <ScreenSkeleton />;
  if (!answer.ok) {
    return (
      <div className="p-4">
        <ErrorNotice error={answer.error} onRetry={() => setPayments((n) => n + 1)} />
      </div>
    );
  }
  const tabs = counter === null ? answer.value.tabs : answer.value.tabs.filter((tab) => tab.counter === counter);
  return <Tabs tabs={tabs} version={version} onChanged={() => setPayments((n) => n + 1)} />;
}

interface Props {
  tabs: readonly Tab[];
  version: string;
  onChanged: () => void;
}

function Tabs({ tabs, version, onChanged }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<TabOrder>('amount');
  const counter = useRouter(({ tabsOf }) => tabsOf);
  const settles = useServesRow(rows['tabs.settle']);
  const [opened, setOpened] = useState<string | null>(null);
  /** who pays; stays while the list loses a customer who has paid everything */
  const [payer, setPayer] = useState<Tab | null>(null);
  const searched = useDeferredValue(text);
  const listed = useMemo(() => listedTabs(tabs, searched, order), [tabs, searched, order]);
  const at = Math.max(
    0,
    listed.findIndex((each) => keyOf(each) === opened),
  );
  const tab = listed[at] ?? null;
  const open = (each: Tab | undefined): void => setOpened(each ? keyOf(each) : null);
  const list = useListBox(listed.length, at, (next) => open(listed[next]));
  const mayPay = settles && tab !== null && tab.customerId !== null && tab.owed > 0;
  const settle = (): void => {
    if (mayPay) setPayer(tab);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.repeat) settle();
    else if (!list.move(event)) return;
    event.preventDefault();
  };
  useKeys(mayPay ? [{ key: 'Enter', label: t('tabs.settle.go'), run: settle }] : []);
  return (
    <div className="stacks flex h-full zoomed:h-auto zoomed:flex-col">
      <h2 className="sr-only">{t('tabs.title')}</h2>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line bg-surface p-3">
          <SearchField
            className="min-w-60"
            label={t('tabs.find')}
            placeholder={t('tabs.find')}
            maxLength={100}
            value={text}
            onText={(typed) => {
              setText(typed);
              setOpened(null);
            }}
            onKeyDown={onKeyDown}
            aria-controls={listed.length === 0 ? undefined : 'tab-list'}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of the screen
            autoFocus
          />
          <Choice
            label={t('tabs.sort')}
            hideLabel
            value={order}
            choices={tabOrders.map((value) => ({ value, label: t(`tabs.by.${value}`) }))}
            onValue={setOrder}
          />
          <CounterSelect value={counter} onValue={(tabsOf) => useRouter.setState({ tabsOf })} />
          <output className="w-full text-small text-ink-soft">
            {tabs.length === 0
              ? ''
              : t('tabs.sum', {
                  ...plural(tabs.length),
                  owed: formatRupiah(tabs.reduce((sum, each) => sum + each.owed, 0)),
                })}
          </output>
        </div>
        {listed.length === 0 ? (
          <NoTabs isEmpty={tabs.length === 0} />
        ) : (
          <ListBox
            list={list}
            id="tab-list"
            label={t('tabs.list')}
            rows={listed}
            optionId={rowId}
            isSelected={(each) => each === tab}
            onPress={open}
            onKeyDown={onKeyDown}
          >
            {(each) => <TabRow tab={each} />}
          </ListBox>
        )}
      </div>
      {tab === null ? null : (
        <TabDetail
          key={keyOf(tab)}
          tab={tab}
          version={version}
          {...(mayPay ? { onSettle: settle } : {})}
          {...(settles ? { onCompleted: onChanged } : {})}
        />
      )}
      {payer?.customerId ? (
        <SettleDialog
          tab={tabs.find(({ customerId }) => customerId === payer.customerId) ?? payer}
          customerId={payer.customerId}
          onPaid={onChanged}
          onClose={() => setPayer(null)}
        />
      ) : null}
    </div>
  );
}

/** At an office each counter may have customers who were erased. */
const keyOf = ({ customerId, counter }: Tab): string => `${counter ?? ''} ${customerId}`;

const rowId = (tab: Tab): string => `tab-of-${keyOf(tab).trim().replace(' ', '-')}`;

/** One customer in two lines: who and how much, since when and what was paid last. */
function TabRow({ tab }: { tab: Tab }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const seller = useCounterName(tab.counter);
  const { unit, n } = ageOf(useNow() - Date.parse(tab.since));
  const day = (iso: string): string => dateTimeText(iso, zone).slice(0, 10);
  return (
    <div className="grid h-full cursor-pointer grid-cols-[1fr_auto] content-center gap-x-3 px-4">
      <p className="truncate font-semibold">
        {tab.name ?? t('tabs.erased')}
        {seller === null ? null : <span className="font-normal text-ink-soft"> · {seller}</span>}
      </p>
      <p className="text-right font-semibold">{formatRupiah(tab.owed)}</p>
      <p className="truncate text-small text-ink-soft">
        {t('tabs.since', { day: day(tab.since), age: t(`appShell.age.${unit}`, { n }) })} ·{' '}
        {t('tabs.debts', plural(tab.sales))}
      </p>
      <p className="text-right text-small text-ink-soft">
        {tab.unsettled > 0
          ? t('tabs.alsoUnsettled', { amount: formatRupiah(tab.unsettled) })
          : tab.lastPaidAt === null
            ? t('tabs.neverPaid')
            : t('tabs.lastPaid', { day: day(tab.lastPaidAt) })}
      </p>
    </div>
  );
}

function NoTabs({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  return isEmpty ? (
    <EmptyState icon={NotebookPen} title={t('tabs.empty')} lead={t('tabs.emptyDo')} />
  ) : (
    <EmptyState icon={SearchX} title={t('tabs.none')} lead={t('tabs.noneDo')} />
  );
}
