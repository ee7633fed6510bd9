import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSearch } from '../features/receipts/focus-search.ts';
import type { Binding } from '../keys/match.ts';
import { useKeys } from '../keys/use-keys.ts';
import { isLocked, useMay, usePeople } from '../state/people.ts';
import { goTo, type Place, showKeys, usePlaces } from '../state/places.ts';
import { useStatus } from '../state/status.ts';
import { classes } from '../ui/classes.ts';
import { HostGone } from './HostGone.tsx';
import { KeyBar } from './KeyBar.tsx';
import { KeyChangeNotice } from './KeyChangeNotice.tsx';
import { LineNotice } from './LineNotice.tsx';
import { SignInFirst } from './Locked.tsx';
import { MoneyStrip } from './MoneyStrip.tsx';
import { NotWritten } from './NotWritten.tsx';
import { Places } from './Places.tsx';
import { RestoredNotice } from './RestoredNotice.tsx';
import { SafetyQuestions } from './SafetyQuestions.tsx';
import { TopBar } from './TopBar.tsx';
import { TrainingBanner } from './TrainingBanner.tsx';
import { useFocusOfPlace } from './use-focus-of-place.ts';

/** Everything around the place where the work is: it never moves. */
export function Frame({ children }: { children: ReactNode }) {
  const training = useStatus((state) => state.status?.mode === 'training');
  const locked = usePeople(isLocked);
  const place = usePlaces((state) => state.place);
  useFrameKeys(locked);
  return (
    <div className={classes('flex h-full flex-col zoomed:h-auto zoomed:min-h-dvh', training && 'training-frame')}>
      <header className="shrink-0">
        {training ? <TrainingBanner /> : null}
        <TopBar />
        {/* All of them at once scroll rather than leave no room for the sale. */}
        <div className="overflow-y-auto short:max-h-41">
          <HostGone />
          <NotWritten />
          <KeyChangeNotice />
          <SafetyQuestions />
          <RestoredNotice />
          <LineNotice />
        </div>
        <MoneyStrip />
      </header>
      <div className="flex min-h-0 flex-1 zoomed:flex-col">
        {locked ? (
          <SignInFirst />
        ) : (
          <>
            <Places />
            {/* By its key the place that was left is gone at once, and its focus with it, also while the next is being read. */}
            <Work key={place} place={place}>
              {children}
            </Work>
          </>
        )}
      </div>
      <KeyBar />
    </div>
  );
}

/** The place where the work is, called by its name. */
function Work({ place, children }: { place: Place; children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  useFocusOfPlace(main);
  return (
    <main
      ref={main}
      tabIndex={-1}
      aria-label={place === 'setup' ? t('setup.title') : t(`frame.place.${place}`)}
      className="min-h-0 min-w-0 flex-1 outline-none"
    >
      {children}
    </main>
  );
}

const noKeys: readonly Binding[] = [];

function useFrameKeys(locked: boolean): void {
  const { t } = useTranslation();
  const mayPrice = useMay('catalogue');
  const keys = useMemo(
    (): Binding[] => [
      { key: 'F1', label: t('frame.place.sell'), run: () => goTo('sell'), quiet: true },
      { key: 'F2', label: t('frame.place.bills'), run: () => goTo('bills'), quiet: true },
      { key: 'F3', label: t('frame.place.receipts'), run: () => goTo('receipts'), quiet: true },
      { key: 'F4', label: t('frame.place.books'), run: () => goTo('books'), quiet: true },
      ...(mayPrice
        ? [{ key: 'F5', label: t('frame.place.catalogue'), run: () => goTo('catalogue'), quiet: true }]
        : []),
      { key: 'F9', label: t('frame.place.settings'), run: () => goTo('settings'), quiet: true },
      {
        key: '/',
        label: t('frame.keys.search'),
        run: () => {
          goTo('receipts');
          focusSearch();
        },
      },
      { key: '?', label: t('frame.keys.help'), run: () => showKeys(true) },
    ],
    [t, mayPrice],
  );
  useKeys(locked ? noKeys : keys, { frame: true });
}
