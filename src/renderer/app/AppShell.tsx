import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSearch } from '../features/receipts/filter.ts';
import type { Binding } from '../keys/match.ts';
import { useKeys } from '../keys/use-keys.ts';
import { isLocked, useMay, usePeople } from '../state/people.ts';
import { navigate, type Route, showKeys, useRouter } from '../state/router.ts';
import { useStatus } from '../state/status.ts';
import { classes } from '../ui/classes.ts';
import { KeyBar } from './KeyHints.tsx';
import { MoneyStrip } from './MoneyStrip.tsx';
import { Navigation } from './Navigation.tsx';
import { Notices } from './Notices.tsx';
import { SignIn } from './SignIn.tsx';
import { TopBar } from './TopBar.tsx';
import { TrainingBanner } from './TrainingBanner.tsx';

/** Everything around the screen: it never moves. */
export function AppShell({ children }: { children: ReactNode }) {
  const training = useStatus((state) => state.status?.mode === 'training');
  const locked = usePeople(isLocked);
  const route = useRouter((state) => state.route);
  useShellKeys(locked);
  return (
    <div className={classes('flex h-full flex-col zoomed:h-auto zoomed:min-h-dvh', training && 'training-frame')}>
      <header className="shrink-0">
        {training ? <TrainingBanner /> : null}
        <TopBar />
        <Notices />
        <MoneyStrip />
      </header>
      <div className="flex min-h-0 flex-1 zoomed:flex-col">
        {locked ? (
          <SignIn />
        ) : (
          <>
            <Navigation />
            {/* The key removes the former screen and its focus at once, also while the code of the next one is loading. */}
            <Main key={route} route={route}>
              {children}
            </Main>
          </>
        )}
      </div>
      <KeyBar />
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
      aria-label={route === 'setup' ? t('setup.title') : t(`frame.place.${route}`)}
      className="min-h-0 min-w-0 flex-1 outline-none"
    >
      {children}
    </main>
  );
}

const noKeys: readonly Binding[] = [];

function useShellKeys(locked: boolean): void {
  const { t } = useTranslation();
  const mayPrice = useMay('catalogue');
  const keys = useMemo(
    (): Binding[] => [
      { key: 'F1', label: t('frame.place.sell'), run: () => navigate('sell'), quiet: true },
      { key: 'F2', label: t('frame.place.bills'), run: () => navigate('bills'), quiet: true },
      { key: 'F3', label: t('frame.place.receipts'), run: () => navigate('receipts'), quiet: true },
      { key: 'F4', label: t('frame.place.books'), run: () => navigate('books'), quiet: true },
      ...(mayPrice
        ? [{ key: 'F5', label: t('frame.place.catalogue'), run: () => navigate('catalogue'), quiet: true }]
        : []),
      { key: 'F9', label: t('frame.place.settings'), run: () => navigate('settings'), quiet: true },
      {
        key: '/',
        label: t('frame.keys.search'),
        run: () => {
          navigate('receipts');
          focusSearch();
        },
      },
      { key: '?', label: t('frame.keys.help'), run: () => showKeys(true) },
    ],
    [t, mayPrice],
  );
  useKeys(locked ? noKeys : keys, { frame: true });
}
