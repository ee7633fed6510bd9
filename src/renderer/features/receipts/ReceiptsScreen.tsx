import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from '../../state/router.ts';
import { CashFigures } from './CashFigures.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ReceiptDetail } from './ReceiptDetail.tsx';
import { ReceiptRows } from './ReceiptRows.tsx';
import { readList } from './receipts-store.ts';
import { SetAsideList } from './SetAsideList.tsx';
import { SaidOfSearch } from './search/SaidOfSearch.tsx';
import { SearchTold } from './search/SearchTold.tsx';

/** Every sale of this counter: found while typing, reviewed and printed again, with the line down too. */
export default function ReceiptsScreen() {
  const { t } = useTranslation();
  // What is typed shows at once; the list follows when there is time.
  const filter = useDeferredValue(useRouter((state) => state.filter));
  useEffect(() => {
    if (filter.view !== 'setAside') void readList(filter);
  }, [filter]);
  return (
    <div className="flex h-full">
      <h2 className="sr-only">{t('receipts.title')}</h2>
      <div className="flex min-w-0 flex-1 flex-col">
        <FilterBar />
        {filter.view === 'setAside' ? null : <SearchTold filter={filter} />}
        <SaidOfSearch filter={filter} />
        <CashFigures view={filter.view} />
        <div className="min-h-0 flex-1">
          {filter.view === 'setAside' ? <SetAsideList /> : <ReceiptRows filter={filter} />}
        </div>
      </div>
      {filter.view === 'setAside' ? null : <ReceiptDetail />}
    </div>
  );
}
