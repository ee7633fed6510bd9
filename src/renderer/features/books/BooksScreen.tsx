import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../state/keys.ts';
import { useMay } from '../../state/people.ts';
import { showBooks, tabs, useBooksView } from './books-store.ts';
import { SalesBooks } from './SalesBooks.tsx';
import { ShiftsPane } from './shifts/ShiftsPane.tsx';

const onlyShifts = ['shifts'] as const;

/** The sales of some days, and the shifts at the drawer. */
export default function BooksScreen() {
  const { t } = useTranslation();
  const chosen = useBooksView((state) => state.tab);
  const seesBooks = useMay('seeBooks');
  const shown = seesBooks ? tabs : onlyShifts;
  const tab = seesBooks ? chosen : 'shifts';
  const other = tab === 'sales' ? 'shifts' : 'sales';
  useKeys(seesBooks ? [{ key: 'F4', label: t(`books.tab.${other}`), run: () => showBooks({ tab: other }) }] : []);
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => showBooks({ tab: tabs.find((name) => name === value) ?? 'sales' })}
      className="stacks flex h-full flex-col zoomed:h-auto"
    >
      <h2 className="sr-only">{t('books.title')}</h2>
      <Tabs.List aria-label={t('books.title')} className="flex shrink-0 border-b border-line bg-surface px-2">
        {shown.map((name) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="min-h-11 border-b-4 border-transparent px-4 font-semibold text-ink-soft data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {t(`books.tab.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="sales" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <SalesBooks />
      </Tabs.Content>
      <Tabs.Content value="shifts" tabIndex={-1} className="flex min-h-0 flex-1 outline-none zoomed:flex-col">
        <ShiftsPane />
      </Tabs.Content>
    </Tabs.Root>
  );
}
