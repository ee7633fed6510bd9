import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckoutScreen } from '../features/checkout/index.ts';
import { CopiesPin } from '../features/prints/CopiesPin.tsx';
import { switchLanguage } from '../i18n/i18n.ts';
import { isLocked, usePeople } from '../state/people.ts';
import { useRouter } from '../state/router.ts';
import { useSettings } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import { ScreenSkeleton } from '../ui/Skeleton.tsx';
import { AppShell } from './AppShell.tsx';
import { KeyList } from './KeyHints.tsx';
import { NotConfigured } from './NotConfigured.tsx';
import { PersonSwitch } from './SignIn.tsx';

const BooksScreen = lazy(() => import('../features/books/BooksScreen.tsx'));
const CatalogueScreen = lazy(() => import('../features/catalogue/CatalogueScreen.tsx'));
const ReceiptsScreen = lazy(() => import('../features/receipts/ReceiptsScreen.tsx'));
const ScannedProof = lazy(() => import('../features/receipts/VerifyDialog.tsx'));
const SetupScreen = lazy(() => import('../features/setup/SetupScreen.tsx'));
const SettingsScreen = lazy(() => import('../features/settings/SettingsScreen.tsx'));

export function App() {
  const language = useSettings((state) => state.view?.settings.language);
  const scanned = useRouter((state) => state.scannedProof !== null);
  const keysShown = useRouter((state) => state.keysShown);
  const locked = usePeople(isLocked);
  useTitle();
  useEffect(() => {
    if (language) void switchLanguage(language);
  }, [language]);
  return (
    <>
      <AppShell>
        <Suspense fallback={<ScreenSkeleton />}>
          <CurrentScreen />
        </Suspense>
      </AppShell>
      {locked ? null : <PersonSwitch />}
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

function CurrentScreen() {
  const route = useRouter((state) => state.route);
  const missing = useStatus((state) => state.status?.missing ?? []);
  if (route === 'receipts') return <ReceiptsScreen />;
  if (route === 'books') return <BooksScreen />;
  if (route === 'catalogue') return <CatalogueScreen />;
  if (route === 'settings') return <SettingsScreen />;
  if (route === 'setup') return <SetupScreen />;
  if (missing.length > 0) return <NotConfigured missing={missing} />;
  const kind = route === 'sell' ? 'order' : 'bill';
  // Another kind is another screen, which focuses its own field.
  return <CheckoutScreen key={kind} kind={kind} />;
}

/** The title of the window, which a screen reader reads first: the shop, and whether this is training. */
function useTitle(): void {
  const { t } = useTranslation();
  const shop = useSettings((state) => state.view?.settings.shop.name) || 'Konter';
  const training = useStatus((state) => state.status?.mode === 'training');
  useEffect(() => {
    document.title = training ? t('frame.titleTraining', { shop }) : shop;
  }, [t, shop, training]);
}
