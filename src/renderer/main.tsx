/**
 * The pages of the counter: what a cashier and an owner see. They reach the machine through window.konter alone.
 * Rooms, in the order in which they may import: i18n (words), host (calls to main), state (what every screen shares), ui (what has no
 * business), features (a screen each), app (the frame).
 * Tests: tests/unit/renderer, tests/e2e.
 */

// First: what it sets is read as the schemas load.
import './host/no-eval.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { SafetyNotices } from './app/deferred-notices.ts';
import { startKeepingSales } from './features/checkout/index.ts';
import { onHostGone, subscribe } from './host/call.ts';
import { startI18n } from './i18n/i18n.ts';
import { receiveBatch, refreshBatch } from './state/batch.ts';
import { replayEarlyKeys } from './state/early-keys.ts';
import { guardHistory } from './state/history-guard.ts';
import { startKeys } from './state/keys.ts';
import { receiveOffers, refreshOffers } from './state/offers.ts';
import { receiveOffice, refreshOffice } from './state/office.ts';
import { isLocked, receivePeople, refreshPeople, usePeople } from './state/people.ts';
import { arePinKeysHeld } from './state/pin-keys.ts';
import { mergePrints, refreshPrints } from './state/prints.ts';
import { discardForms, guardUnload, showOffice } from './state/router.ts';
import { outdateSales, receiveParked, receiveSale, refreshParked } from './state/sales.ts';
import { followTheme, refreshSettings, useSettings } from './state/settings.ts';
import { goOnWithSetup } from './state/setup-steps.ts';
import { hasSafetyNotice, isFollowing, receiveStatus, refreshStatus, useStatus } from './state/status.ts';
import { mergeTask } from './state/tasks.ts';
import { loadDeferred, untilLoaded } from './ui/deferred.tsx';

/** A host that is gone sends no event, so the page polls it. */
const statusIntervalMs = 15_000;

/** What is typed cannot be kept: main has already changed what the page shows. */
function reload(): void {
  discardForms();
  window.location.reload();
}

/**
 * Subscribes first and reads the current state then, so that no event is missed between. The first paint is in the shop's language, and has
 * all that has a place above the screen: nothing moves when it comes later.
 */
async function startCounter(): Promise<void> {
  startKeys();
  guardUnload();
  guardHistory();
  onHostGone(() => useStatus.setState({ hostGone: true }));
  window.setInterval(() => void refreshStatus(), statusIntervalMs);
  useStatus.subscribe((now, before) => {
    // An event may have been missed while the host was gone or this page was asleep.
    if (before.hostGone && !now.hostGone) {
      void refreshPrints();
      void refreshParked();
      void refreshOffice();
    }
    if (before.status === null && isFollowing(now.status)) {
      showOffice();
      void refreshOffice();
    }
    if (before.status && now.status && before.status.mode !== now.status.mode) reload();
  });
  subscribe((event) => {
    if (event.type === 'transaction') receiveSale(event.transaction, event.counter);
    else if (event.type === 'status') receiveStatus(event.status);
    else if (event.type === 'receipts') outdateSales();
    else if (event.type === 'office') receiveOffice(event.office);
    else if (event.type === 'task') mergeTask(event.task);
    else if (event.type === 'batch') receiveBatch(event.batch);
    else if (event.type === 'print') mergePrints([event.job]);
    else if (event.type === 'catalogue') receiveOffers(event.items);
    else if (event.type === 'parking') receiveParked(event.parked);
    else if (event.type === 'people') receivePeople(event.state);
    else if (event.type === 'settings') void refreshSettings();
    else if (event.type === 'reload') reload();
  });
  // Requests made while signed out were refused: the data is read now.
  usePeople.subscribe(({ state }, before) => {
    const now = state?.present?.id ?? null;
    if (before.state === null || now === null || now === before.state.present?.id) return;
    void refreshSettings();
    void refreshStatus();
    void refreshPrints();
    void refreshOffers();
    void refreshParked();
    void refreshBatch();
    void refreshOffice();
  });
  followTheme();
  void refreshPrints();
  void refreshOffers();
  const letters = soon(Promise.all(fonts.map((font) => document.fonts.load(font))));
  await Promise.all([refreshStatus(), refreshParked(), refreshBatch(), refreshSettings(), refreshPeople()]);
  goOnWithSetup();
  void startKeepingSales();
  await startI18n(useSettings.getState().view?.settings.language ?? 'id');
  await Promise.all([letters, loadSafetyNotices()]);
}

/** With other letters lines break elsewhere. */
const fonts = ['1em "Inter Variable"', '1em "JetBrains Mono Variable"'];

/** A part that does not come delays the counter no longer than this. */
const maxLoadMs = 1500;

const soon = (loading: Promise<unknown>): Promise<unknown> =>
  Promise.race([loading.catch(() => {}), new Promise((resolve) => void setTimeout(resolve, maxLoadMs))]);

async function loadSafetyNotices(): Promise<void> {
  const { status, clockAhead } = useStatus.getState();
  if (status && hasSafetyNotice(status, Date.now() + clockAhead)) await soon(SafetyNotices.load());
}

applyNonce();
const root = document.getElementById('root');
if (root) {
  await startCounter();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await replayEarlyKeys(() => isLocked(usePeople.getState()), arePinKeysHeld);
  root.removeAttribute('aria-busy');
  window.requestIdleCallback(() => void loadTheRest());
}

/** Sounds, and the customer's display: neither has anything to say before somebody has pressed a key. */
async function startSoundsAndDisplay(): Promise<void> {
  const [sounds, checkout, display] = await Promise.all([
    import('./state/sounds.ts'),
    import('./features/checkout/index.ts'),
    import('./app/customer-display.ts'),
  ]);
  sounds.startSounds();
  checkout.startKeyErrorSound();
  display.startCustomerDisplay();
}

/** What a sale and the keys need after the first screen, so that nothing waits for it when it is opened. */
async function loadTheRest(): Promise<void> {
  void untilLoaded(startSoundsAndDisplay);
  await loadDeferred();
}

/** Gives the page's nonce to libraries that inject a style sheet: the content security policy requires it. */
function applyNonce(): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content');
  if (nonce) setNonce(nonce);
}
