import { ChartColumn, FileText, type LucideIcon, ReceiptText, Settings, Smartphone, Tags } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../state/people.ts';
import { navigate, type Route, useRouter } from '../state/router.ts';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/Kbd.tsx';

/** Set-up is opened from the screens that need it. */
type ListedRoute = Exclude<Route, 'setup'>;

const icons: Readonly<Record<ListedRoute, LucideIcon>> = {
  sell: Smartphone,
  bills: FileText,
  receipts: ReceiptText,
  books: ChartColumn,
  catalogue: Tags,
  settings: Settings,
};

export function Navigation() {
  const { t } = useTranslation();
  const mayPrice = useMay('catalogue');
  return (
    <nav
      aria-label={t('frame.places')}
      className="flex w-26 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 [container-type:size] zoomed:w-auto zoomed:[container-type:normal] zoomed:flex-row zoomed:border-r-0 zoomed:border-b"
    >
      <NavigationButton route="sell" />
      <NavigationButton route="bills" />
      <NavigationButton route="receipts" />
      <NavigationButton route="books" />
      {mayPrice ? <NavigationButton route="catalogue" /> : null}
      <span className="flex-1 zoomed:hidden" />
      <NavigationButton route="settings" />
    </nav>
  );
}

function NavigationButton({ route }: { route: ListedRoute }) {
  const { t } = useTranslation();
  const isCurrent = useRouter((state) => state.route === route);
  const Icon = icons[route];
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => navigate(route)}
      className={classes(
        // Lower where the window is, rather than out of it; without the picture where notices leave still less.
        'flex h-22 min-h-17 [@container(height<28rem)]:h-12 [@container(height<28rem)]:min-h-12 [@container(height<28rem)]:gap-0 zoomed:h-19 zoomed:min-w-0 zoomed:flex-1 flex-col items-center justify-center gap-0.5 rounded-box border text-small font-semibold',
        isCurrent ? 'border-accent bg-accent-soft text-ink' : 'border-transparent text-ink hover:bg-sunken',
      )}
    >
      <Icon
        aria-hidden="true"
        className="size-6 shrink-0 [@container(height<28rem)]:hidden"
        strokeWidth={isCurrent ? 2.5 : 2}
      />
      {t(`frame.place.${route}`)}
      <Kbd>{t(`frame.placeKey.${route}`)}</Kbd>
    </button>
  );
}
