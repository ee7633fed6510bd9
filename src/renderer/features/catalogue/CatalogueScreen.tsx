import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { maxChanges } from '../../../shared/contract/catalogue.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import {
  type CatalogueItem,
  type Margin,
  type Proposal,
  proposals,
  roundings,
} from '../../../shared/domain/catalogue.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { useCounters } from '../../state/office.ts';
import { useSettings } from '../../state/settings.ts';
import { useServes } from '../../state/status.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm, FormDialog } from '../../ui/Dialog.tsx';
import { Choice, SearchField, Select, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { PackagePlus, Plus, SearchX } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { AddDialog } from './AddDialog.tsx';
import { followCatalogue, keepItems, readCatalogue, useCatalogue } from './catalogue-store.ts';
import { ItemTable } from './ItemTable.tsx';
import { JobStatus } from './JobStatus.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { ProviderListDialog } from './ProviderListDialog.tsx';
import { type CatalogueFilter, groupings, rowsOf, shows, unpricedCount } from './rows.ts';

/** The shop's products and prices: searched, priced in the list, and imported from lists. */
export default function CatalogueScreen() {
  const { t } = useTranslation();
  const { items, error, opensUnpriced, hasProviderList } = useCatalogue();
  const [filter, setFilter] = useState<CatalogueFilter>({
    text: '',
    show: opensUnpriced ? 'unpriced' : 'offered',
    by: 'category',
  });
  useEffect(() => useCatalogue.setState({ opensUnpriced: false }), []);
  const [adding, setAdding] = useState<{ text: string } | null>(null);
  const [proposing, setProposing] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const [listing, setListing] = useState(false);
  useEffect(followCatalogue, []);
  // The field follows the typing at once, the list when there is time.
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => rowsOf(items?.values() ?? [], wanted), [items, wanted]);
  const unpriced = useMemo(() => unpricedCount(items?.values() ?? []), [items]);
  const visibleItems = useMemo(() => rows.flatMap((row) => (row.kind === 'item' ? [row.item] : [])), [rows]);
  // An office asks no provider: its products come from its counters.
  const sells = useServes('product');
  const followsCounters = useCounters().length > 0;
  const add = sells ? (): void => setAdding({ text: '' }) : null;
  useKeys(add ? [{ key: 'F8', label: t('catalogue.add'), run: add }] : []);
  return (
    <div className="stacks flex h-full flex-col zoomed:h-[42rem]">
      <h2 className="sr-only">{t('catalogue.title')}</h2>
      <CatalogueBar filter={filter} onFilter={setFilter} onAdd={add} />
      {unpriced > 0 && filter.show !== 'unpriced' ? (
        <p className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line bg-unknown-soft px-3 py-1 font-medium text-unknown">
          <span className="flex-1">{t('catalogue.unpriced', plural(unpriced))}</span>
          <Button onClick={() => setFilter({ text: '', show: 'unpriced', by: filter.by })}>
            {t('catalogue.priceThem')}
          </Button>
        </p>
      ) : null}
      <JobStatus
        count={visibleItems.length}
        onPropose={() => setProposing(true)}
        onOrder={() => setOrdering(true)}
        onList={() => setListing(true)}
        onShow={(show, risen) => setFilter({ text: '', show, by: filter.by, ...(risen ? { risen } : {}) })}
        onCorrect={(text) => setAdding({ text })}
      />
      <div className="min-h-0 flex-1">
        {error && !items ? (
          <div className="p-6">
            <ErrorNotice error={error} onRetry={() => void readCatalogue()} />
          </div>
        ) : null}
        {items === null && !error ? <Skeleton className="m-3 h-80" /> : null}
        {items?.size === 0 ? (
          <EmptyState
            icon={PackagePlus}
            title={t('catalogue.empty')}
            lead={t(`catalogue.${add ? 'emptyLead' : followsCounters ? 'emptyOffice' : 'emptyUnjoined'}`)}
          >
            <div className="flex flex-wrap justify-center gap-3">
              {hasProviderList ? (
                <Button onClick={() => setListing(true)}>{t('catalogue.providerList.open')}</Button>
              ) : null}
              {add ? (
                <Button look="primary" onClick={add}>
                  {t('catalogue.add')}
                </Button>
              ) : null}
            </div>
          </EmptyState>
        ) : null}
        {items && items.size > 0 && rows.length === 0 ? (
          <EmptyState icon={SearchX} title={t('catalogue.nothing')} lead={t('catalogue.nothingLead')} />
        ) : null}
        {rows.length > 0 ? <ItemTable rows={rows} by={wanted.by} /> : null}
      </div>
      {adding ? <AddDialog text={adding.text} onClose={() => setAdding(null)} /> : null}
      {ordering && items ? <OrderDialog items={items.values()} onClose={() => setOrdering(false)} /> : null}
      {listing ? <ProviderListDialog onClose={() => setListing(false)} /> : null}
      {proposing ? <ProposeDialog items={visibleItems} onClose={() => setProposing(false)} /> : null}
    </div>
  );
}

interface Props {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
  /** null: nothing is added here */
  onAdd: (() => void) | null;
}

const searchId = 'catalogue-search';

/** Search while typing, the filters and grouping, and the way to more products. */
function CatalogueBar({ filter, onFilter, onAdd }: Props) {
  const { t } = useTranslation();
  useEffect(() => document.getElementById(searchId)?.focus(), []);
  return (
    <search className="flex shrink-0 flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        id={searchId}
        className="min-w-52"
        label={t('catalogue.search')}
        placeholder={t('catalogue.searchHint')}
        value={filter.text}
        onText={(text) => onFilter({ ...filter, text: text.slice(0, 200) })}
      />
      <Select
        hideLabel
        className="max-w-48"
        label={t('catalogue.show')}
        value={filter.show}
        choices={[...shows, ...(filter.show === 'risen' ? (['risen'] as const) : [])].map((value) => ({
          value,
          label: t(`catalogue.shows.${value}`),
        }))}
        onValue={(show) => onFilter({ ...filter, show })}
      />
      <Select
        hideLabel
        className="max-w-40"
        label={t('catalogue.by')}
        value={filter.by}
        choices={groupings.map((value) => ({ value, label: t(`catalogue.bys.${value}`) }))}
        onValue={(by) => onFilter({ ...filter, by })}
      />
      {onAdd ? (
        <Button look="primary" hotkey="F8" icon={Plus} onClick={onAdd}>
          {t('catalogue.add')}
        </Button>
      ) : null}
    </search>
  );
}

interface ProposeProps {
  /** those that the list shows */
  items: readonly CatalogueItem[];
  onClose: () => void;
}

/** New prices from costs: the rule, what it would change, and only then the change. */
function ProposeDialog({ items, onClose }: ProposeProps) {
  const { t } = useTranslation();
  const pricing = useSettings((state) => state.view?.settings.pricing);
  const [done, setDone] = useState({ count: 0, of: 0 });
  const schema = useMemo(
    () => PriceRule.transform((rule) => ({ ...rule, wanted: proposals(items, rule.margin, rule.rounding) })),
    [items],
  );
  const form = useZodForm({
    schema,
    defaults: typedRule(pricing),
    needsConfirmation: () => true,
    async send({ margin, rounding, wanted }) {
      void call('settings.save', { pricing: { margin, rounding } });
      for (let at = 0; at < wanted.length; at += maxChanges) {
        const changes = wanted
          .slice(at, at + maxChanges)
          .map(({ item, price }) => ({ productCode: item.productCode, sellingPrice: price }));
        const answer = await call('catalogue.save', { changes });
        setDone({ count: at, of: wanted.length });
        if (!answer.ok) return answer.error;
        keepItems(answer.value.items);
      }
      return null;
    },
    done: onClose,
  });
  const { kind, amount, percent, rounding } = form.watch();
  const priceProposals = useMemo(() => {
    const read = schema.safeParse({ kind, amount, percent, rounding });
    return read.success ? read.data.wanted : [];
  }, [schema, kind, amount, percent, rounding]);
  // The proposals that were shown, also when the catalogue changes meanwhile.
  const proposed = plural((form.question?.read.wanted ?? priceProposals).length);
  if (form.question) {
    return (
      <Confirm
        title={t('catalogue.proposal.sure', proposed)}
        lead={t('catalogue.proposal.sureLead')}
        stop={t('catalogue.proposal.stop')}
        go={{ label: t('catalogue.proposal.apply', proposed), run: form.question.go }}
        onClose={form.question.back}
      />
    );
  }
  return (
    <FormDialog
      wide
      focus={false}
      title={t('catalogue.proposal.title')}
      lead={t('catalogue.proposal.lead')}
      form={form}
      submit={t('catalogue.proposal.apply', proposed)}
      ready={priceProposals.length > 0}
      onClose={onClose}
      leave={{ label: t('catalogue.proposal.close'), run: onClose }}
      errorTitle={t('catalogue.proposal.partly', { ...plural(done.count), of: groupThousands(done.of) })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t('catalogue.proposal.kind')}
          choices={(['rupiah', 'percent'] as const).map((value) => ({
            value,
            label: t(`catalogue.proposal.kinds.${value}`),
          }))}
          {...form.control('kind')}
        />
        {kind === 'rupiah' ? (
          <AmountField label={t('catalogue.proposal.amount')} {...form.control('amount')} />
        ) : (
          <TextField
            label={t('catalogue.proposal.percent')}
            hint={t('catalogue.proposal.percentHint')}
            inputMode="decimal"
            maxLength={6}
            {...form.field('percent')}
          />
        )}
        <div className="sm:col-span-2">
          <Choice
            label={t('catalogue.proposal.rounding')}
            choices={roundingNames.map((value) => ({ value, label: t(`catalogue.proposal.roundings.${value}`) }))}
            {...form.control('rounding')}
          />
        </div>
      </div>
      {priceProposals.length === 0 ? (
        <p>{t('catalogue.proposal.none')}</p>
      ) : (
        <ProposedPrices proposals={priceProposals} />
      )}
    </FormDialog>
  );
}

const roundingNames = roundings.map((value) => `r${value}` as const);

/** The margin on top of a cost, and the rounding step. */
const PriceRule = z
  .object({
    kind: z.enum(['rupiah', 'percent']),
    amount: z.int().max(1_000_000).nullable(),
    /** "7,5" or "7.5" */
    percent: z.string(),
    rounding: z.enum(roundingNames),
  })
  .transform(({ kind, amount, percent, rounding: name }, context) => {
    const margin: Margin | null =
      kind === 'rupiah' ? (amount === null ? null : { kind, amount }) : percentMargin(percent);
    if (margin === null) context.addIssue({ code: 'custom', path: [kind] });
    const rounding = roundings.find((value) => name === `r${value}`) ?? 0;
    return margin === null ? z.NEVER : { margin, rounding };
  });

function typedRule(pricing: Settings['pricing'] | undefined): z.input<typeof PriceRule> {
  const { margin, rounding } = pricing ?? { margin: { kind: 'rupiah', amount: 2000 } as const, rounding: 500 as const };
  return {
    kind: margin.kind,
    amount: margin.kind === 'rupiah' ? margin.amount : 2000,
    percent: margin.kind === 'percent' ? String(margin.hundredths / 100).replace('.', ',') : '10',
    rounding: `r${rounding}`,
  };
}

function percentMargin(typed: string): Margin | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  return { kind: 'percent', hundredths: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) };
}

/** Rows that are drawn; no person reads more. */
const maxShown = 200;

/** The proposed changes, before any is made. */
function ProposedPrices({ proposals }: { proposals: readonly Proposal[] }) {
  const { t } = useTranslation();
  const lower = proposals.filter(({ item, price }) => item.sellingPrice !== null && price < item.sellingPrice).length;
  return (
    <section className="flex flex-col gap-2">
      <p className="font-semibold">{t('catalogue.proposal.preview', plural(proposals.length))}</p>
      {lower > 0 ? <p className="text-failed">{t('catalogue.proposal.lower', plural(lower))}</p> : null}
      <ScrollRegion label={t('catalogue.proposal.title')} className="max-h-72 overflow-y-auto">
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken text-small text-ink-soft">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                {t('catalogue.proposal.code')}
              </th>
              {(['cost', 'was', 'will'] as const).map((head) => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-medium">
                  {t(`catalogue.proposal.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {proposals.slice(0, maxShown).map(({ item, cost, price }) => {
              const down = item.sellingPrice !== null && price < item.sellingPrice;
              return (
                <tr key={item.productCode} className="border-t border-line">
                  <td className="px-3 py-1.5 font-mono">{item.productCode}</td>
                  <td className="px-3 py-1.5 text-right">{formatRupiah(cost)}</td>
                  <td className="px-3 py-1.5 text-right">
                    {item.sellingPrice === null ? '–' : formatRupiah(item.sellingPrice)}
                  </td>
                  <td className={classes('px-3 py-1.5 text-right font-semibold', down && 'text-failed')}>
                    {down ? '↓ ' : ''}
                    {formatRupiah(price)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
