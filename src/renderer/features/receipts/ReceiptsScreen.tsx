import { useDeferredValue, useEffect, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import type { QueryTerm } from '../../../shared/domain/search/query-terms.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useMay } from '../../state/people.ts';
import { focusSearch, type ReceiptFilter, type ReceiptView } from '../../state/receipt-filter.ts';
import { showReceipt, useRouter } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { sumToReturn, useServes, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Hourglass, Inbox, X } from '../../ui/icons.tsx';
import { EmptyState, ErrorNotice, LiveRegion } from '../../ui/Notice.tsx';
import { ServiceMatches } from '../cash-services/index.ts';
import { ReceiptDetail } from './detail/ReceiptDetail.tsx';
import { RawText } from './detail/Timeline.tsx';
import { FilterBar } from './FilterBar.tsx';
import { RowsLoading } from './list/ReceiptRow.tsx';
import { ReceiptRows } from './list/ReceiptRows.tsx';
import { readList, useReceiptList } from './receipts-store.ts';

/** Every sale of this counter, or of an office's counters: found while typing, reviewed and printed again, with the line down too. */
export default function ReceiptsScreen() {
  const { t } = useTranslation();
  // The field follows the typing at once, the list when there is time.
  const filter = useDeferredValue(useRouter((state) => state.filter));
  useEffect(() => {
    if (filter.view !== 'quarantined') void readList(filter);
  }, [filter]);
  return (
    <div className="stacks flex h-full zoomed:h-auto zoomed:flex-col">
      <h2 className="sr-only">{t('receipts.title')}</h2>
      <div className="flex min-w-0 flex-1 flex-col">
        <FilterBar />
        {filter.view === 'quarantined' ? null : <SearchTerms filter={filter} />}
        <SearchAnnouncement filter={filter} />
        {filter.text.trim() === '' ? null : <ServiceMatches text={filter.text.trim()} />}
        {filter.counter === null ? <CashFigures view={filter.view} /> : null}
        <div className="min-h-0 flex-1">
          {filter.view === 'quarantined' ? <QuarantineList /> : <ReceiptRows filter={filter} />}
        </div>
      </div>
      {filter.view === 'quarantined' ? null : <ReceiptDetail />}
    </div>
  );
}

const aboutMoney: ReadonlySet<ReceiptView> = new Set([
  'unresolved',
  'unknown',
  'pending',
  'overdue',
  'disputed',
  'cashToReturn',
  'cashToCollect',
]);

/** Cash in the drawer that is not the shop's yet: held for sales that are not clear, and to be handed back. */
function CashFigures({ view }: { view: ReceiptView }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  if (!status || !aboutMoney.has(view)) return null;
  const figures = [
    [t('receipts.cash.held'), status.cashHeld],
    [t('receipts.cash.toReturn'), { ...status.moneyToReturn, amount: sumToReturn(status) }],
    ...(status.moneyToCollect.count > 0 ? ([[t('receipts.cash.toCollect'), status.moneyToCollect]] as const) : []),
  ] as const;
  return (
    <dl
      aria-label={t('receipts.cash.label')}
      className="flex shrink-0 flex-wrap gap-x-8 gap-y-1 border-b border-line px-4 py-2"
    >
      {figures.map(([label, { count, amount }]) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">
            {formatRupiah(amount)}
            <span className="font-normal text-ink-soft"> · {t('receipts.cash.sales', plural(count))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The understood parts of the search text, each removable, and a hint while searching is slow. */
function SearchTerms({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const summary = useReceiptList((list) => list.summary);
  if (!summary || filter.text.trim() === '') return null;
  const remove = (words: string): void => {
    useRouter.setState(({ filter }) => ({ filter: { ...filter, text: withoutWords(filter.text, words) } }));
    focusSearch();
  };
  return (
    <div className="flex shrink-0 flex-col">
      {summary.understood.length > 0 ? (
        <ul aria-label={t('search.understood')} className="flex flex-wrap gap-2 border-b border-line px-3 py-2">
          {summary.understood.map((understood) => (
            <li key={`${understood.as} ${understood.words}`}>
              <button
                type="button"
                aria-label={`${queryTermText(t, understood)}. ${t('search.remove', { words: understood.words })}`}
                onClick={() => remove(understood.words)}
                className="flex min-h-11 items-center gap-2 rounded-box border border-line-strong bg-accent-soft px-3 text-small font-semibold"
              >
                {queryTermText(t, understood)}
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {summary.index === 'ready' ? null : (
        <output className="flex items-center gap-2 border-b border-line bg-unknown-soft px-3 py-2 text-small">
          <Hourglass aria-hidden="true" className="size-4 shrink-0" />
          {t(`search.${summary.index}`)}
        </output>
      )}
    </div>
  );
}

/** A term of the query, as a person reads it. */
function queryTermText(t: TFunction, term: QueryTerm): string {
  switch (term.as) {
    case 'states':
      return term.states.map((state) => t(`states.${state}`)).join(' / ');
    case 'days':
      return term.from === term.to
        ? dayText(term.from)
        : t('search.days', { from: dayText(term.from), to: dayText(term.to) });
    case 'amount':
      return formatRupiah(term.amount);
    case 'kind':
      return t(`kinds.${term.kind}`);
    case 'cashier':
      return t('search.cashier', { name: term.name });
    case 'product':
      return term.names.join(' / ');
    case 'number':
      return groupCustomerNo(term.number);
    case 'proof':
      return t('search.proof', { receiptNo: term.receiptNo });
  }
}

/** "05/03/2026" */
const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** The search text without these words, wherever they are in it. */
function withoutWords(text: string, words: string): string {
  const wanted = words.split(' ');
  const typed = text.trim().split(/\s+/u);
  const at = typed.findIndex((_word, start) => wanted.every((word, index) => typed[start + index] === word));
  return at < 0 ? text : typed.toSpliced(at, wanted.length).join(' ');
}

/** The pause in typing before the number of results is announced. */
const restsMs = 900;

/** Announces the number of results to screen readers: the caret never leaves the search box. */
function SearchAnnouncement({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const words = useReceiptList(({ loading, pages, starts, next, outline }) => {
    if (filter.text.trim() === '' || loading || pages === null) return null;
    const n = starts.at(-1) ?? 0;
    return t('receipts.found', next !== null && outline === null ? { count: n, n: `${n}+` } : plural(n));
  });
  return <LiveRegion words={words ?? ''} afterMs={restsMs} />;
}

/** Reasons that only concern a sale that this book has. */
const aboutOurs: ReadonlySet<QuarantineReason> = new Set([
  'customer_differs',
  'product_differs',
  'id_differs',
  'provider_id_taken',
  'ambiguous_sale',
  'unsolicited',
]);

const readQuarantined = () => call('webhooks.quarantined', { limit: 200 });

/** Webhooks that were kept but not applied, newest first, with why and word for word. */
function QuarantineList() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const count = useStatus((state) => state.status?.quarantined ?? 0);
  const mayResolve = useMay('resolve');
  const discards = useServes('webhooks.discard');
  const answer = useAnswer(readQuarantined, 'quarantined', count)?.answer;
  if (!answer) return <RowsLoading />;
  if (!answer.ok) {
    return (
      <div className="p-4">
        <ErrorNotice error={answer.error} />
      </div>
    );
  }
  const webhooks = answer.value;
  if (webhooks.length === 0) {
    return <EmptyState icon={Inbox} title={t('receipts.quarantined.empty')} lead={t('receipts.quarantined.emptyDo')} />;
  }
  return (
    <ul className="flex h-full flex-col gap-3 overflow-y-auto p-4">
      {webhooks.map((webhook) => (
        <li key={webhook.seq} className="rounded-box border border-line bg-surface p-4">
          <div className="flex justify-between gap-3">
            <p className="font-semibold">{t(`quarantineReasons.${webhook.reason}`)}</p>
            <p className="text-small text-ink-soft">{dateTimeText(webhook.at, zone)}</p>
          </div>
          <p className="pt-1">{t(`quarantineHints.${webhook.reason}`)}</p>
          <p className="pt-1 text-small break-all text-ink-soft">
            {webhook.ref === null
              ? t('receipts.quarantined.noRef')
              : `${t('receipts.quarantined.ref')}: ${webhook.ref}`}
          </p>
          <div className="flex flex-wrap gap-2">
            {webhook.ref !== null && aboutOurs.has(webhook.reason) ? <OpenSale id={webhook.ref} /> : null}
            {mayResolve && discards ? <Discard seq={webhook.seq} /> : null}
          </div>
          <details>
            <summary className="flex min-h-11 items-center text-small font-medium underline underline-offset-4">
              {t('receipts.raw')}
            </summary>
            <RawText label={t('receipts.quarantined.body')} text={webhook.body ?? t('receipts.erased')} />
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Takes it off the list; the log keeps it. */
function Discard({ seq }: { seq: number }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<KonterError | null>(null);
  const discard = async (): Promise<void> => {
    const answer = await call('webhooks.discard', { seq });
    if (!answer.ok) setProblem(answer.error);
  };
  return (
    <>
      <Button className="mt-2" look="quiet" onClick={() => void discard()}>
        {t('receipts.quarantined.discard')}
      </Button>
      <ErrorNotice error={problem} />
    </>
  );
}

function OpenSale({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Button className="mt-2" onClick={() => showReceipt(id)}>
      {t('receipts.quarantined.open')}
    </Button>
  );
}
