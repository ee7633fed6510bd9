import { PackagePlus, Plus, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../state/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField, Select } from '../../ui/Field.tsx';
import { EmptyState, ErrorNotice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddDialog } from './AddDialog.tsx';
import { followCatalogue, readCatalogue, useCatalogue } from './catalogue-store.ts';
import { ItemTable } from './ItemTable.tsx';
import { JobStatus } from './JobStatus.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { type CatalogueFilter, groupings, rowsOf, shows } from './rows.ts';

/** The shop's products and prices: searched, priced in the list, and imported from lists. */
export default function CatalogueScreen() {
  const { t } = useTranslation();
  const { items, error } = useCatalogue();
  const [filter, setFilter] = useState<CatalogueFilter>({ text: '', show: 'offered', by: 'category' });
  const [adding, setAdding] = useState<{ text: string } | null>(null);
  const [proposing, setProposing] = useState(false);
  const [ordering, setOrdering] = useState(false);
  useEffect(followCatalogue, []);
  // The field follows the typing at once, the list when there is time.
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => rowsOf(items?.values() ?? [], wanted), [items, wanted]);
  const shown = useMemo(() => rows.flatMap((row) => (row.kind === 'item' ? [row.item] : [])), [rows]);
  const add = (): void => setAdding({ text: '' });
  useKeys([{ key: 'F8', label: t('catalogue.add'), run: add }]);
  return (
    <div className="stacks flex h-full flex-col zoomed:h-[42rem]">
      <h2 className="sr-only">{t('catalogue.title')}</h2>
      <CatalogueBar filter={filter} onFilter={setFilter} onAdd={add} />
      <JobStatus
        count={shown.length}
        onPropose={() => setProposing(true)}
        onOrder={() => setOrdering(true)}
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
          <EmptyState icon={PackagePlus} title={t('catalogue.empty')} lead={t('catalogue.emptyLead')}>
            <Button look="primary" onClick={add}>
              {t('catalogue.add')}
            </Button>
          </EmptyState>
        ) : null}
        {items && items.size > 0 && rows.length === 0 ? (
          <EmptyState icon={SearchX} title={t('catalogue.nothing')} lead={t('catalogue.nothingLead')} />
        ) : null}
        {rows.length > 0 ? <ItemTable rows={rows} by={wanted.by} /> : null}
      </div>
      {adding ? <AddDialog text={adding.text} onClose={() => setAdding(null)} /> : null}
      {ordering && items ? <OrderDialog items={items.values()} onClose={() => setOrdering(false)} /> : null}
      {proposing ? <ProposeDialog items={shown} onClose={() => setProposing(false)} /> : null}
    </div>
  );
}

interface Props {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
  onAdd: () => void;
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
        choices={shows.map((value) => ({ value, label: t(`catalogue.shows.${value}`) }))}
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
      <Button look="primary" hotkey="F8" icon={Plus} onClick={onAdd}>
        {t('catalogue.add')}
      </Button>
    </search>
  );
}
