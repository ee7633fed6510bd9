import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { openList, TypedAheadText, typeAheadElsewhere, useStrayCharacters } from '../features/checkout/index.ts';
import { showDrills, useDrills } from '../features/drills/index.ts';
import { openPriceCheck } from '../features/prices/index.ts';
import { call } from '../host/call.ts';
import { useTranslation } from '../i18n/translation.ts';
import { type Binding, useKeys } from '../state/keys.ts';
import { isLocked, showPersonSwitch, useMay, usePeople } from '../state/people.ts';
import { holdPinKeys } from '../state/pin-keys.ts';
import { focusSearch, noFilter, searchFieldId } from '../state/receipt-filter.ts';
import { navigate, type Route, showKeys, useRouter } from '../state/router.ts';
import { useKeepsPurse } from '../state/settings.ts';
import { useServes, useStatus } from '../state/status.ts';
import { Kbd } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { deferred, onDemand, untilLoaded } from '../ui/deferred.tsx';
import type { LucideIcon } from '../ui/icon.tsx';
import {
  ChartColumn,
  FileText,
  GraduationCap,
  NotebookPen,
  ReceiptText,
  Settings,
  Smartphone,
  Store,
  Tags,
  Wallet,
} from '../ui/icons.tsx';
import { KeysWithheld, LiveRegion, ScreenSkeleton } from '../ui/Notice.tsx';
import { KeyBar } from './KeyHints.tsx';
import { MoneyStrip } from './MoneyStrip.tsx';
import { ConnectionNotice, Notices } from './Notices.tsx';
import { TopBar } from './TopBar.tsx';

/** Everything around the screen: it never moves. */
export function AppShell({ children }: { children: ReactNode }) {
  const training = useStatus((state) => state.status?.mode === 'training');
  const locked = usePeople(isLocked);
  const route = useRouter((state) => state.route);
  const person = usePeople(({ changes }) => changes);
  useShellKeys(locked);
  return (
    <div className={classes('flex h-full flex-col zoomed:h-auto zoomed:min-h-dvh', training && 'training-frame')}>
      <header className="shrink-0">
        {training ? <TrainingBanner /> : null}
        <TopBar />
        <Notices key={person} />
        <MoneyStrip />
      </header>
      <div className="flex min-h-0 flex-1 zoomed:flex-col">
        {locked ? (
          <SignIn />
        ) : (
          <>
            <Navigation />
            <div className="flex min-h-0 min-w-0 flex-1 flex-col">
              <TypedElsewhere />
              {/* The key removes the former screen and its focus at once, also while the code of the next one is loading. */}
              <Main key={`${route} ${person}`} route={route}>
                {children}
              </Main>
            </div>
          </>
        )}
      </div>
      {/* It comes and goes by itself, also in the middle of a sale: within the bar of the keys, where it moves nothing. */}
      <KeyBar>
        <ConnectionNotice />
      </KeyBar>
    </div>
  );
}

function Main({ route, children }: { route: Route; children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  // A screen that focuses nothing of its own is focused itself: a screen reader reads its name, and Tab starts there.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) main.current?.focus();
  }, [main]);
  return (
    <main
      ref={main}
      tabIndex={-1}
      aria-label={route === 'setup' ? t('setup.title') : t(`appShell.screens.${route}`)}
      className="min-h-0 min-w-0 flex-1 outline-none"
    >
      {children}
    </main>
  );
}

/** A new search: the text is there to be typed over, and nothing else is left of the one before. */
function searchReceipts(): void {
  const { route, filter } = useRouter.getState();
  if (route === 'receipts') useRouter.setState({ filter: { ...noFilter, text: filter.text } });
  else navigate('receipts');
  focusSearch();
}

async function closeShift(): Promise<void> {
  const books = await untilLoaded(() => import('../features/books/index.ts'));
  books.closeShift();
}

function useShellKeys(locked: boolean): void {
  const { t } = useTranslation();
  const mayPrice = useMay('catalogue');
  const mayShift = useMay('shifts');
  const keepsPurse = useKeepsPurse();
  const sells = useServes('order');
  const first: Binding[] = sells
    ? [
        { key: 'F1', label: t('appShell.screens.sell'), run: () => navigate('sell'), quiet: true },
        { key: 'F2', label: t('appShell.screens.bills'), run: () => navigate('bills'), quiet: true },
      ]
    : [{ key: 'F1', label: t('appShell.screens.counters'), run: () => navigate('counters'), quiet: true }];
  const selling: Binding[] = [
    ...(mayShift ? [{ key: 'Alt+9', label: t('shifts.key'), run: () => void closeShift(), quiet: true }] : []),
    { key: ',', label: t('batch.title'), run: openList, quiet: true },
    { key: '=', label: t('prices.title'), run: () => openPriceCheck(true), quiet: true },
  ];
  const keys: Binding[] = [
    ...first,
    { key: 'F3', label: t('appShell.screens.receipts'), run: () => navigate('receipts'), quiet: true },
    { key: 'F4', label: t('appShell.screens.books'), run: () => navigate('books'), quiet: true },
    ...(mayPrice
      ? [{ key: 'F5', label: t('appShell.screens.catalogue'), run: () => navigate('catalogue'), quiet: true }]
      : []),
    { key: 'F11', label: t('appShell.screens.tabs'), run: () => navigate('tabs'), quiet: true },
    ...(keepsPurse
      ? [{ key: 'Alt+8', label: t('appShell.screens.cashServices'), run: () => navigate('cashServices'), quiet: true }]
      : []),
    { key: 'F9', label: t('appShell.screens.settings'), run: () => navigate('settings'), quiet: true },
    {
      key: '/',
      label: t('appShell.keys.search'),
      run: searchReceipts,
    },
    ...(sells ? selling : []),
    { key: '?', label: t('appShell.keys.help'), run: () => showKeys(true) },
  ];
  useKeys(locked ? [] : keys, { frame: true });
}

/** Set-up is opened from the screens that need it. */
type ListedRoute = Exclude<Route, 'setup'>;

const icons: Readonly<Record<ListedRoute, LucideIcon>> = {
  counters: Store,
  sell: Smartphone,
  bills: FileText,
  receipts: ReceiptText,
  books: ChartColumn,
  tabs: NotebookPen,
  cashServices: Wallet,
  catalogue: Tags,
  settings: Settings,
};

function Navigation() {
  const { t } = useTranslation();
  const keepsPurse = useKeepsPurse();
  const mayPrice = useMay('catalogue');
  const sells = useServes('order');
  return (
    <nav
      aria-label={t('appShell.screensLabel')}
      className={classes(
        'flex w-26 shrink-0 flex-col gap-1 overflow-y-auto border-r border-line bg-surface p-2 [container-type:size] zoomed:w-auto zoomed:[container-type:normal] zoomed:flex-row zoomed:border-r-0 zoomed:border-b',
        keepsPurse && '[container-name:eight]',
      )}
    >
      {sells ? (
        <>
          <NavigationButton route="sell" />
          <NavigationButton route="bills" />
        </>
      ) : (
        <NavigationButton route="counters" />
      )}
      <NavigationButton route="receipts" />
      <NavigationButton route="books" />
      <NavigationButton route="tabs" />
      {keepsPurse ? <NavigationButton route="cashServices" /> : null}
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
        'flex h-22 min-h-17 [@container(height<32.6rem)]:h-12 [@container(height<32.6rem)]:min-h-12 [@container(height<32.6rem)]:gap-0 [@container_eight_(height<37rem)]:h-12 [@container_eight_(height<37rem)]:min-h-12 [@container_eight_(height<37rem)]:gap-0 zoomed:h-19 zoomed:min-w-0 zoomed:flex-1 flex-col items-center justify-center gap-0.5 rounded-box border text-small font-semibold',
        isCurrent ? 'border-accent bg-accent-soft text-ink' : 'border-transparent text-ink hover:bg-sunken',
      )}
    >
      <Icon
        aria-hidden="true"
        className="size-6 shrink-0 [@container(height<32.6rem)]:hidden [@container_eight_(height<37rem)]:hidden"
        strokeWidth={isCurrent ? 2.5 : 2}
      />
      {t(`appShell.screens.${route}`)}
      <Kbd>{t(`appShell.screenKeys.${route}`)}</Kbd>
    </button>
  );
}

const DrillCard = onDemand(
  async () => (await import('../features/drills/Drills.tsx')).DrillCard,
  () => <Banner />,
);
const DrillDialogs = onDemand(async () => (await import('../features/drills/Drills.tsx')).DrillDialogs);

/** Marks training mode. A running drill replaces it with its card, which marks it too. */
function TrainingBanner() {
  const locked = usePeople(isLocked);
  const run = useDrills((state) => state.run);
  const isOpen = useDrills((state) => state.view !== null);
  if (locked) return <Banner />;
  return (
    <>
      {run ? <DrillCard run={run} /> : <Banner drills />}
      {isOpen ? <DrillDialogs /> : null}
      <DrillKeys />
    </>
  );
}

function Banner({ drills = false }: { drills?: boolean }) {
  const { t } = useTranslation();
  const brokenOff = useDrills((state) => drills && state.brokenOff);
  return (
    <div className="flex min-h-11 shrink-0 items-center justify-center gap-4 bg-training px-2 text-training-ink">
      <p role="note" className="flex items-center gap-2 font-bold">
        <GraduationCap aria-hidden="true" className="size-5 shrink-0" />
        {t('appShell.trainingBanner')}
      </p>
      <LiveRegion words={t('appShell.trainingBanner')} />
      <output className={brokenOff ? 'text-small font-semibold' : 'sr-only'}>
        {brokenOff ? t('appShell.drillInterrupted') : ''}
      </output>
      {drills ? (
        <button
          type="button"
          onClick={() => showDrills('list')}
          className="flex min-h-11 shrink-0 items-center gap-2 px-3 font-bold focus-visible:outline-training-ink"
        >
          <span className="underline underline-offset-4">
            {t(brokenOff ? 'appShell.drillRestart' : 'appShell.drills')}
          </span>
          <kbd className="rounded-key border border-training-ink px-1.5 text-small font-bold">!</kbd>
        </button>
      ) : null}
    </div>
  );
}

/** The key of the drills, which load on demand only. */
function DrillKeys() {
  const { t } = useTranslation();
  useKeys([{ key: '!', label: t('appShell.drills'), run: () => showDrills('list'), quiet: true }], { frame: true });
  // A page that was reloaded in the middle of a drill has left the practice printer without paper.
  useEffect(() => void call('drills.paper', { paper: 'away' }), []);
  return null;
}

const SignInScreen = deferred(async () => (await import('../features/staff/SignIn.tsx')).SignInScreen, ScreenSkeleton);
const SwitchDialog = deferred(async () => (await import('../features/staff/SignIn.tsx')).SwitchDialog, KeysWithheld);

/** Replaces the screen while no person is signed in. */
function SignIn() {
  const state = usePeople((people) => people.state);
  return state ? <SignInScreen key={state.last} state={state} /> : null;
}

/** The dialog in which another person takes over. */
export function PersonSwitch() {
  const switching = usePeople((people) => people.switching);
  useLayoutEffect(() => (switching ? holdPinKeys(() => showPersonSwitch(false)) : undefined), [switching]);
  return switching ? <SwitchDialog /> : null;
}

/**
 * What is typed or scanned on another screen, where no field has the caret. The receipts search for it; elsewhere the next sale begins
 * with it, except at an office. The set-up of a shop is left by its own buttons only.
 */
function TypedElsewhere() {
  const sells = useServes('order');
  const isOn = useRouter(
    ({ route }) => (sells ? route !== 'sell' && route !== 'bills' : route === 'receipts') && route !== 'setup',
  );
  useStrayCharacters(isOn, takeCharacter);
  return isOn ? <TypedAheadText isOver={false} /> : null;
}

/** @returns whether the character goes on to the field that has the caret now */
function takeCharacter(character: string): boolean {
  if (document.getElementById(searchFieldId) !== null) {
    focusSearch();
    return true;
  }
  typeAheadElsewhere(character);
  return false;
}
