import { useCallback, useDeferredValue, useState } from 'react';
import { cashServices, type ListedService } from '../../../shared/contract/cash-services.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call, usePages } from '../../host/call.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useCounterName } from '../../state/office.ts';
import { showSettings } from '../../state/router.ts';
import { useKeepsPurse, useShopZone } from '../../state/settings.ts';
import { useServesRow, useStatus } from '../../state/status.ts';
import { toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { CounterSelect, SearchField } from '../../ui/Field.tsx';
import { Wallet } from '../../ui/icons.tsx';
import { SearchX } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { RecordService } from './RecordService.tsx';
import { ServiceDialog } from './ServiceDialog.tsx';
import { servicesChanged, useServicesView } from './services-store.ts';

/** Money that the shop passes on for customers: recorded at the left, and all that was recorded at the right. */
export default function CashServicesScreen() {
  const { t } = useTranslation();
  const records = useServesRow(cashServices['cashServices.record']);
  const keepsPurse = useKeepsPurse();
  const [opened, setOpened] = useState<{ id: string; isEarlier: boolean } | null>(null);
  const open = (id: string): void => setOpened({ id, isEarlier: false });
  return (
    <div className="stacks flex h-full zoomed:h-auto zoomed:flex-col">
      {records ? <h2 className="sr-only">{t('cashServices.title')}</h2> : null}
      {records && !keepsPurse ? (
        <div className="flex-1">
          <EmptyState icon={Wallet} title={t('cashServices.off')} lead={t('cashServices.offDo')}>
            <Button onClick={() => showSettings('cashServices')}>{t('cashServices.setUp')}</Button>
          </EmptyState>
        </div>
      ) : (
        <>
          {records ? <RecordService onRecorded={(id, isEarlier) => setOpened({ id, isEarlier })} /> : null}
          <ServiceList title={records ? null : t('cashServices.title')} onOpen={open} />
        </>
      )}
      {opened === null ? null : (
        <ServiceDialog
          key={opened.id}
          {...opened}
          onReversed={(id) => {
            servicesChanged();
            open(id);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function ServiceList({ title, onOpen }: { title: string | null; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const { text, counter, version } = useServicesView();
  // At an office another counter's record comes with the status.
  const status = useStatus((state) => (state.status?.role === 'office' ? state.status : null));
  const searched = useDeferredValue(text.trim());
  const read = useCallback(
    async (before: { at: string; id: string } | null) => {
      const answer = await call('cashServices.list', {
        ...(searched === '' ? {} : { text: searched }),
        ...(counter === null ? {} : { counter }),
        ...(before === null ? {} : { before }),
      });
      return answer.ok ? ok({ rows: answer.value.entries, next: answer.value.next }) : answer;
    },
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps -- what was recorded is read again
    [searched, counter, version, status],
  );
  const { answer, more } = usePages(read);
  return (
    <section aria-label={t('cashServices.list')} className="flex min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line bg-surface p-3">
        {title === null ? null : <h2 className="text-title font-semibold">{title}</h2>}
        <SearchField
          className="min-w-60"
          label={t('cashServices.find')}
          placeholder={t('cashServices.find')}
          maxLength={64}
          value={text}
          onText={(typed) => useServicesView.setState({ text: typed })}
        />
        <CounterSelect value={counter} onValue={(of) => useServicesView.setState({ counter: of })} />
      </div>
      {answer === null ? (
        <Skeleton className="m-4 h-60" />
      ) : !answer.ok ? (
        <div className="p-4">
          <ErrorNotice error={answer.error} onRetry={servicesChanged} />
        </div>
      ) : answer.value.rows.length === 0 ? (
        <EmptyState
          icon={searched === '' ? Wallet : SearchX}
          title={t(searched === '' ? 'cashServices.none' : 'cashServices.noMatch')}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto zoomed:overflow-visible">
          <ul>
            {answer.value.rows.map((entry) => (
              <li key={entry.id}>
                <ServiceRow entry={entry} onOpen={() => onOpen(entry.id)} />
              </li>
            ))}
          </ul>
          {more ? (
            <Button look="quiet" className="m-2" onClick={() => void more().then(toastError)}>
              {t('cashServices.more')}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** What and how much, when, by whom and under which reference; one that was taken back is struck out. */
function ServiceRow({ entry, onOpen }: { entry: ListedService; onOpen: () => void }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const seller = useCounterName(entry.counter);
  const { kind, amount, fee, note, by, at, reverses, reversedBy } = entry;
  const isOver = reversedBy !== null || reverses !== null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid min-h-16 w-full grid-cols-[1fr_auto] content-center gap-x-3 border-b border-line px-4 py-1 text-left hover:bg-sunken"
    >
      <span className="truncate font-semibold">
        {t(`cashServices.kind.${kind}`)}
        {isOver ? (
          <span className="text-failed">
            {' '}
            · {t(reverses === null ? 'cashServices.reversed' : 'cashServices.isReversal')}
          </span>
        ) : null}
      </span>
      <span className={classes('text-right font-semibold whitespace-nowrap', reversedBy !== null && 'line-through')}>
        {formatRupiah(amount)}
      </span>
      <span className="flex min-w-0 gap-1 text-small text-ink-soft">
        {seller === null ? null : <span className="min-w-20 truncate">{seller} ·</span>}
        <span className="shrink-0">{dateTimeText(at, zone)}</span>
        {/* Where there is no room, the reference outlasts the name. */}
        {by === 'cashier' ? null : <span className="min-w-0 truncate">· {by}</span>}
        {note ? <span className="max-w-[60%] shrink-0 truncate">· {note}</span> : null}
      </span>
      <span className="text-right text-small whitespace-nowrap text-ink-soft">
        {fee === 0 ? '' : t('cashServices.feeOf', { fee: formatRupiah(fee) })}
      </span>
    </button>
  );
}
