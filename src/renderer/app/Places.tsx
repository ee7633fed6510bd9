import { ChartColumn, FileText, type LucideIcon, ReceiptText, Settings, Smartphone, Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../state/people.ts';
import { goTo, type Place, usePlaces } from '../state/places.ts';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/Kbd.tsx';

/** Set-up is gone to from where it is missed, and has no place of its own. */
type Listed = Exclude<Place, 'setup'>;

const icons: Readonly<Record<Listed, LucideIcon>> = {
  sell: Smartphone,
  bills: FileText,
  receipts: ReceiptText,
  books: ChartColumn,
  catalogue: Tags,
  settings: Settings,
};

export function Places() {
  const { t } = useTranslation();
  const mayPrice = useMay('catalogue');
  return (
    <nav
      aria-label={t('frame.places')}
      className="flex w-26 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 [container-type:size] zoomed:w-auto zoomed:[container-type:normal] zoomed:flex-row zoomed:border-r-0 zoomed:border-b"
    >
      <PlaceButton place="sell" />
      <PlaceButton place="bills" />
      <PlaceButton place="receipts" />
      <PlaceButton place="books" />
      {mayPrice ? <PlaceButton place="catalogue" /> : null}
      <span className="flex-1 zoomed:hidden" />
      <PlaceButton place="settings" />
    </nav>
  );
}

function PlaceButton({ place }: { place: Listed }) {
  const { t } = useTranslation();
  const here = usePlaces((state) => state.place === place);
  const Icon = icons[place];
  return (
    <button
      type="button"
      aria-current={here ? 'page' : undefined}
      onClick={() => goTo(place)}
      className={classes(
        // Lower where the window is, rather than out of it; without the picture where notices leave still less.
        'flex h-22 min-h-17 [@container(height<28rem)]:h-12 [@container(height<28rem)]:min-h-12 [@container(height<28rem)]:gap-0 zoomed:h-19 zoomed:min-w-0 zoomed:flex-1 flex-col items-center justify-center gap-0.5 rounded-box border text-small font-semibold',
        here ? 'border-accent bg-accent-soft text-ink' : 'border-transparent text-ink hover:bg-sunken',
      )}
    >
      <Icon
        aria-hidden="true"
        className="size-6 shrink-0 [@container(height<28rem)]:hidden"
        strokeWidth={here ? 2.5 : 2}
      />
      {t(`frame.place.${place}`)}
      <Kbd>{t(`frame.placeKey.${place}`)}</Kbd>
    </button>
  );
}
