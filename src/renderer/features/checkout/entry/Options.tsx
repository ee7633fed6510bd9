import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OfferCard } from './OfferCard.tsx';
import type { Option } from './option.ts';
import { PastRow } from './PastRow.tsx';
import { useDrawn } from './use-drawn.ts';
import { useHeld } from './use-held.ts';

interface Props {
  list: string;
  past: readonly Option[];
  pastWords: string;
  offers: readonly Option[];
  /** what the cashier did: another order of the list is theirs */
  by: string;
  active: string | null;
  chosenCode: string | null;
  onChoose: (id: string) => void;
}

/** Everything that can be chosen below the field: this customer's purchases, then the products, in an order that stays. */
export const Options = memo(function Options(props: Props) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const offers = useHeld(props.offers, over, props.by);
  const { drawn, onScroll } = useDrawn(offers, props.by);
  const { active, onChoose, chosenCode } = props;
  return (
    <div
      id={props.list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold cards
      role="listbox"
      aria-label={t('entry.options')}
      tabIndex={-1}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <PastRow options={props.past} active={active} onChoose={onChoose} words={props.pastWords} />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
        role="group"
        aria-label={t('sell.known')}
        onScroll={onScroll}
        onPointerEnter={() => setOver(true)}
        onPointerLeave={() => setOver(false)}
        className="min-h-0 flex-1 overflow-y-auto p-1 zoomed:max-h-80"
      >
        {offers.length === 0 ? (
          <p role="presentation" className="py-3 text-ink-soft">
            {t('sell.noMatch')}
          </p>
        ) : null}
        <div
          role="presentation"
          className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2 xl:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]"
        >
          {drawn.map((option) =>
            option.is === 'offer' ? (
              <OfferCard
                key={option.id}
                id={option.id}
                offer={option.offer}
                chosen={option.offer.product.productCode === chosenCode}
                active={option.id === active}
                onChoose={onChoose}
              />
            ) : null,
          )}
        </div>
      </div>
    </div>
  );
});
