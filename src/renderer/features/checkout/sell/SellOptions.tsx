import { useTranslation } from 'react-i18next';
import { useOffers } from '../../../state/offers.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import type { Choices } from '../entry/choices.ts';
import { LoadingOptions } from '../entry/LoadingOptions.tsx';
import { Options } from '../entry/Options.tsx';
import { NoProducts } from './NoProducts.tsx';
import { useSell } from './sell-store.ts';

interface Props {
  list: string;
  options: Choices;
  active: string | null;
  onChoose: (id: string) => boolean;
}

/** What can be chosen, or why there is nothing; a problem lies over the list's end, so that no card moves. */
export function SellOptions({ list, options, active, onChoose }: Props) {
  const { t } = useTranslation();
  const offers = useOffers((state) => state.offers);
  const problem = useSell((state) => state.problem);
  const { customerNo, product } = useSell((state) => state.draft);
  const words =
    customerNo === '' ? t('entry.pastNone') : options.told === null ? t('entry.pastReading') : t('entry.pastEmpty');
  return (
    <>
      {offers === null ? (
        <LoadingOptions list={list} />
      ) : offers.length === 0 ? (
        <NoProducts list={list} />
      ) : (
        <Options
          list={list}
          past={options.past}
          pastWords={words}
          offers={options.offers}
          by={options.by}
          active={active}
          chosenCode={product?.productCode ?? null}
          onChoose={onChoose}
        />
      )}
      {problem ? (
        <div className="absolute inset-x-0 bottom-0">
          <Notice tone="failed" live="alert" {...errorWords(t, problem)} />
        </div>
      ) : null}
    </>
  );
}
