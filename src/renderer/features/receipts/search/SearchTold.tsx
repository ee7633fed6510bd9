import { Hourglass, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRouter } from '../../../state/router.ts';
import type { ReceiptFilter } from '../filter.ts';
import { focusSearch } from '../focus-search.ts';
import { useReceiptList } from '../receipts-store.ts';
import { queryTermText, withoutWords } from './query-term-text.ts';

/** What the words in the box were taken for, each to be taken out again; and that searching is slow just now, if it is. */
export function SearchTold({ filter }: { filter: ReceiptFilter }) {
  const { t } = useTranslation();
  const told = useReceiptList((list) => list.told);
  if (!told || filter.text.trim() === '') return null;
  const remove = (words: string): void => {
    useRouter.setState(({ filter }) => ({ filter: { ...filter, text: withoutWords(filter.text, words) } }));
    focusSearch();
  };
  return (
    <div className="flex shrink-0 flex-col">
      {told.understood.length > 0 ? (
        <ul aria-label={t('search.understood')} className="flex flex-wrap gap-2 border-b border-line px-3 py-2">
          {told.understood.map((understood) => (
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
      {told.index === 'ready' ? null : (
        <output className="flex items-center gap-2 border-b border-line bg-unknown-soft px-3 py-2 text-small">
          <Hourglass aria-hidden="true" className="size-4 shrink-0" />
          {t(`search.${told.index}`)}
        </output>
      )}
    </div>
  );
}
