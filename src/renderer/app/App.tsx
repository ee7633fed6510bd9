import { lazy, Suspense, useEffect } from 'react';
import { CheckoutScreen } from '../features/checkout/index.ts';
import { CopiesPin } from '../features/prints/CopiesPin.tsx';
import { speak } from '../i18n/words.ts';
import { isLocked, usePeople } from '../state/people.ts';
import { usePlaces } from '../state/places.ts';
import { useSettings } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import { Frame } from './Frame.tsx';
import { KeyList } from './KeyList.tsx';
import { Switching } from './Locked.tsx';
import { NotConfigured } from './NotConfigured.tsx';
import { PlaceLoading } from './PlaceLoading.tsx';
import { useTitle } from './use-title.ts';

const BooksScreen = lazy(() => import('../features/books/BooksScreen.tsx'));
const CatalogueScreen = lazy(() => import('../features/catalogue/CatalogueScreen.tsx'));
const ReceiptsScreen = lazy(() => import('../features/receipts/ReceiptsScreen.tsx'));
const ScannedProof = lazy(() => import('../features/receipts/verify/ScannedProof.tsx'));
const SetupScreen = lazy(() => import('../features/setup/SetupScreen.tsx'));
const SettingsScreen = lazy(() => import('../features/settings/SettingsScreen.tsx'));

export function App() {
  const language = useSettings((state) => state.view?.settings.language);
  const scanned = usePlaces((state) => state.scannedProof !== null);
  const keysShown = usePlaces((state) => state.keysShown);
  const locked = usePeople(isLocked);
  useTitle();
  useEffect(() => {
    if (language) void speak(language);
  }, [language]);
  return (
    <>
      <Frame>
        <Suspense fallback={<PlaceLoading />}>
          <CurrentPlace />
        </Suspense>
      </Frame>
      {locked ? null : <Switching />}
      {keysShown && !locked ? <KeyList /> : null}
      {scanned && !locked ? (
        <Suspense>
          <ScannedProof />
        </Suspense>
      ) : null}
      {locked ? null : <CopiesPin />}
    </>
  );
}

function CurrentPlace() {
  const place = usePlaces((state) => state.place);
  const missing = useStatus((state) => state.status?.missing ?? []);
  if (place === 'receipts') return <ReceiptsScreen />;
  if (place === 'books') return <BooksScreen />;
  if (place === 'catalogue') return <CatalogueScreen />;
  if (place === 'settings') return <SettingsScreen />;
  if (place === 'setup') return <SetupScreen />;
  if (missing.length > 0) return <NotConfigured missing={missing} />;
  const kind = place === 'sell' ? 'order' : 'bill';
  // Another kind is another screen, which focuses its own field.
  return <CheckoutScreen key={kind} kind={kind} />;
}
