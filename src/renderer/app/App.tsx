import { useEffect } from 'react';
import type { Status } from '../../shared/contract/events.ts';
import { BatchBar } from '../features/batch/index.ts';
import { CheckoutScreen } from '../features/checkout/index.ts';
import { usePriceCheck } from '../features/prices/index.ts';
import { useAskSupervisor } from '../features/prints/index.ts';
import { switchLanguage } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useBatch } from '../state/batch.ts';
import { restoreFocus } from '../state/keys.ts';
import { isLocked, usePeople } from '../state/people.ts';
import { discardForms, navigate, stayWithForms, useRouter, useUnsaved } from '../state/router.ts';
import { useSettings } from '../state/settings.ts';
import { openSetup } from '../state/setup-steps.ts';
import { useServes, useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { deferred, onDemand } from '../ui/deferred.tsx';
import { LockKeyhole, Unplug } from '../ui/icons.tsx';
import { EmptyState, KeysWithheld, ScreenSkeleton } from '../ui/Notice.tsx';
import { AppShell, PersonSwitch } from './AppShell.tsx';

const BatchScreen = deferred(async () => (await import('../features/batch/index.ts')).BatchScreen, ScreenSkeleton);
const Confirm = deferred(async () => (await import('../ui/Dialog.tsx')).Confirm, KeysWithheld);
const CopiesPin = deferred(async () => (await import('../features/prints/PrintTray.tsx')).CopiesPin, KeysWithheld);
const KeyList = deferred(async () => (await import('./KeyList.tsx')).KeyList, KeysWithheld);
const PriceCheck = deferred(async () => (await import('../features/prices/index.ts')).PriceCheck, KeysWithheld);

const BooksScreen = onDemand(async () => (await import('../features/books/BooksScreen.tsx')).default, ScreenSkeleton);
const CountersScreen = onDemand(
  async () => (await import('../features/office/CountersScreen.tsx')).default,
  ScreenSkeleton,
);
const CatalogueScreen = onDemand(
  async () => (await import('../features/catalogue/CatalogueScreen.tsx')).default,
  ScreenSkeleton,
);
const HelpDialog = onDemand(async () => (await import('../features/help/index.ts')).HelpDialog, KeysWithheld);
const ReceiptsScreen = onDemand(
  async () => (await import('../features/receipts/ReceiptsScreen.tsx')).default,
  ScreenSkeleton,
);
const ScannedProof = onDemand(async () => (await import('../features/receipts/VerifyDialog.tsx')).default);
const SetupScreen = onDemand(async () => (await import('../features/setup/SetupScreen.tsx')).default, ScreenSkeleton);
const SettingsScreen = onDemand(
  async () => (await import('../features/settings/SettingsScreen.tsx')).default,
  ScreenSkeleton,
);
const CashServicesScreen = onDemand(
  async () => (await import('../features/cash-services/CashServicesScreen.tsx')).default,
  ScreenSkeleton,
);
const TabsScreen = onDemand(async () => (await import('../features/tabs/TabsScreen.tsx')).default, ScreenSkeleton);

export function App() {
  const language = useSettings((state) => state.view?.settings.language);
  const scanned = useRouter((state) => state.scannedProof !== null);
  const keysShown = useRouter((state) => state.keysShown);
  const helpShown = useRouter((state) => state.helpShown);
  const pricesShown = usePriceCheck((state) => state.open);
  const locked = usePeople(isLocked);
  const asksPin = useAskSupervisor((state) => state.asking !== null);
  useTitle();
  useEffect(() => {
    if (language) void switchLanguage(language);
  }, [language]);
  return (
    <>
      <AppShell>
        <CurrentScreen />
      </AppShell>
      {locked ? null : <PersonSwitch />}
      {keysShown && !locked ? <KeyList /> : null}
      {helpShown && !locked ? <HelpDialog /> : null}
      {pricesShown && !locked ? <PriceCheck /> : null}
      {scanned && !locked ? <ScannedProof /> : null}
      {asksPin && !locked ? <CopiesPin /> : null}
      {locked ? null : <AskUnsaved />}
    </>
  );
}

function CurrentScreen() {
  const route = useRouter((state) => state.route);
  const missing = useStatus((state) => state.status?.missing ?? []);
  const isBatch = useBatch((state) => state.isOpen);
  const sells = useServes('order');
  if (route === 'receipts') return <ReceiptsScreen />;
  if (route === 'books') return <BooksScreen />;
  if (route === 'tabs') return <TabsScreen />;
  if (route === 'cashServices') return <CashServicesScreen />;
  if (route === 'catalogue') return <CatalogueScreen />;
  if (route === 'settings') return <SettingsScreen />;
  if (route === 'setup') return <SetupScreen />;
  if (!sells) return <CountersScreen />;
  if (missing.length > 0) return <NotConfigured missing={missing} />;
  if (isBatch)
    return (
      <div className="stacks h-full zoomed:h-[42rem]">
        <BatchScreen />
      </div>
    );
  const kind = route === 'sell' ? 'order' : 'bill';
  return (
    <div className="stacks flex h-full flex-col zoomed:h-auto zoomed:min-h-[42rem]">
      <BatchBar />
      <div className="min-h-0 flex-1">
        {/* Another kind is another screen, which focuses its own field. */}
        <CheckoutScreen key={kind} kind={kind} />
      </div>
    </div>
  );
}

/** Before typed input is left behind, whichever way: Enter stays with it. */
function AskUnsaved() {
  const { t } = useTranslation();
  const isAsking = useUnsaved((state) => state.leaving !== null);
  if (!isAsking) return null;
  return (
    <Confirm
      title={t('settings.leaving.title')}
      lead={t('settings.leaving.ask')}
      stop={t('settings.leaving.stay')}
      go={{ label: t('settings.leaving.discard'), run: discardForms }}
      onClose={stayWithForms}
    />
  );
}

/** The title of the window, which a screen reader reads first: the shop, and whether this is training or the office. */
function useTitle(): void {
  const { t } = useTranslation();
  const shop = useSettings((state) => state.view?.settings.shop.name) || 'Konter';
  const training = useStatus((state) => state.status?.mode === 'training');
  const sells = useServes('order');
  useEffect(() => {
    const counter = training ? t('appShell.titleTraining', { shop }) : shop;
    document.title = sells ? counter : t('office.title', { shop });
  }, [t, shop, training, sells]);
}

/** Live mode without its connection: nothing is sold, the receipts stay available. */
function NotConfigured({ missing }: { missing: Status['missing'] }) {
  const { t } = useTranslation();
  // It replaces a field that had the focus, as soon as the status is known.
  useEffect(() => restoreFocus(null), []);
  // While the secrets are locked nothing else is known, and nothing can be saved.
  if (missing.includes('secrets')) {
    return (
      <EmptyState
        icon={LockKeyhole}
        title={t('appShell.notConfigured.secretsLocked.title')}
        lead={t('appShell.notConfigured.secretsLocked.why')}
      >
        <ol className="my-2 list-decimal pl-6 text-left font-medium">
          <li>{t('appShell.notConfigured.secretsLocked.close')}</li>
          <li>{t('appShell.notConfigured.secretsLocked.allow')}</li>
        </ol>
        <p className="text-ink-soft">{t('appShell.notConfigured.secretsLocked.meanwhile')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Unplug} title={t('appShell.notConfigured.title')} lead={t('appShell.notConfigured.why')}>
      <ul className="my-2 list-disc text-left font-medium">
        {missing.map((name) => (
          <li key={name}>{t(`appShell.notConfigured.missing.${name}`)}</li>
        ))}
      </ul>
      <p className="mb-2 text-ink-soft">{t('appShell.notConfigured.do')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button large hotkey="F9" onClick={() => navigate('settings')}>
          {t('appShell.notConfigured.open')}
        </Button>
        <Button look="primary" large onClick={openSetup}>
          {t('setup.begin')}
        </Button>
      </div>
    </EmptyState>
  );
}
