import { PackagePlus, Plus, Search, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorWords } from '../../i18n/error-message.ts';
import { type Binding, useKeys } from '../../state/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { EmptyState, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddDialog } from './AddDialog.tsx';
import { followCatalogue, readCatalogue, useCatalogue } from './catalogue-store.ts';
import { ItemRows } from './ItemRows.tsx';
import { JobStatus } from './JobStatus.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { type CatalogueFilter, groupings, rowsOf, shows } from './rows.ts';

/** What the shop sells and for how much: found, priced in the list itself, brought in from lists. */
export default function CatalogueScreen() {
  const { t } = useTranslation();
  const { items, error } = useCatalogue();
  const [filter, setFilter] = useState<CatalogueFilter>({ text: '', show: 'offered', by: 'category' });
  const [adding, setAdding] = useState<{ text: string } | null>(null);
  const [proposing, setProposing] = useState(false);
  const [ordering, setOrdering] = useState(false);
  useEffect(followCatalogue, []);
  // What is typed shows at once; the list follows when there is time.
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => rowsOf(items?.values() ?? [], wanted), [items, wanted]);
  const shown = useMemo(() => rows.flatMap((row) => (row.kind === 'item' ? [row.item] : [])), [rows]);
  const add = useCallback(() => setAdding({ text: '' }), []);
  useKeys(useMemo((): Binding[] => [{ key: 'F8', label: t('catalogue.add'), run: add }], [t, add]));
  return (
    <div className="flex h-full flex-col">
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
            <Notice tone="failed" live="alert" {...errorWords(t, error)}>
              <div className="pt-2">
                <Button onClick={() => void readCatalogue()}>{t('common.retry')}</Button>
              </div>
            </Notice>
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
        {rows.length > 0 ? <ItemRows rows={rows} by={wanted.by} /> : null}
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

/** Search while typing, what is shown and in which groups, and the way to more products. */
function CatalogueBar({ filter, onFilter, onAdd }: Props) {
  const { t } = useTranslation();
  useEffect(() => document.getElementById(searchId)?.focus(), []);
  return (
    <search className="flex shrink-0 flex-wrap gap-2 border-b border-line p-3">
      <span className="relative flex min-w-52 flex-1">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
        <input
          id={searchId}
          type="search"
          aria-label={t('catalogue.search')}
          placeholder={t('catalogue.searchHint')}
          autoComplete="off"
          spellCheck={false}
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value.slice(0, 200) })}
          className={classes(inputLook, 'pl-10')}
        />
      </span>
      <select
        aria-label={t('catalogue.show')}
        value={filter.show}
        onChange={(event) =>
          onFilter({ ...filter, show: shows.find((show) => show === event.currentTarget.value) ?? 'offered' })
        }
        className={classes(inputLook, 'w-auto! max-w-48')}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {t(`catalogue.shows.${show}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('catalogue.by')}
        value={filter.by}
        onChange={(event) =>
          onFilter({ ...filter, by: groupings.find((by) => by === event.currentTarget.value) ?? 'category' })
        }
        className={classes(inputLook, 'w-auto! max-w-40')}
      >
        {groupings.map((by) => (
          <option key={by} value={by}>
            {t(`catalogue.bys.${by}`)}
          </option>
        ))}
      </select>
      <Button look="primary" hotkey="F8" icon={<Plus aria-hidden="true" className="size-5" />} onClick={onAdd}>
        {t('catalogue.add')}
      </Button>
    </search>
  );
}
