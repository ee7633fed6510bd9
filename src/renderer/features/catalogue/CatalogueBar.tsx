import { Plus, Search } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { type CatalogueFilter, groupings, shows } from './rows.ts';

interface Props {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
  onAdd: () => void;
}

const searchId = 'catalogue-search';

/** Search while typing, what is shown and in which groups, and the way to more products. */
export function CatalogueBar({ filter, onFilter, onAdd }: Props) {
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
