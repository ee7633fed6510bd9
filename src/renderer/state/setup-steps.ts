import type { SettingsView } from '../../shared/contract/settings.ts';
import { navigate } from './router.ts';

/** The steps to the first live sale; each needs the ones before it. */
export const steps = ['shop', 'connection', 'live', 'products', 'people', 'printer', 'sell'] as const;
export type Step = (typeof steps)[number];

/** Products and people belong to the live database. Before live mode they would be stored in training's. */
export const needsLive: ReadonlySet<Step> = new Set(['products', 'people', 'sell']);

export interface SetupProgress {
  view: Pick<SettingsView, 'settings' | 'secrets' | 'mode' | 'tested'>;
  /** how many products the catalogue has; null: not read yet */
  products: number | null;
  /** how many of them are offered and have no price yet */
  unpriced: number;
  /** whether anybody has a PIN of their own */
  people: boolean;
}

/** Fewer products are a trial, and no shop: each operator alone has more. */
export const fewProducts = 10;

/** Whether a step is complete. Derived from the settings and the tests that passed, never from having visited the step. */
export function isDone(step: Step, { view, products, unpriced, people }: SetupProgress): boolean {
  const { settings, tested, mode } = view;
  switch (step) {
    case 'shop':
      return settings.shop.name !== '';
    case 'connection':
      return tested.relay && tested.provider;
    case 'live':
      return mode === 'live';
    case 'products':
      return mode === 'live' && (products ?? 0) >= fewProducts && unpriced === 0;
    case 'people':
      return mode === 'live' && people;
    case 'printer':
      return settings.printers.length > 0 || settings.printer !== null;
    case 'sell':
      return false;
  }
}

/** Whether all that a live connection needs is saved; whether it is right only a test says. */
export function isConnectionSaved({ settings, secrets }: Pick<SetupProgress['view'], 'settings' | 'secrets'>): boolean {
  const { relay, provider } = settings;
  return (
    provider.url !== null && relay.url !== null && relay.mailbox !== null && secrets.relayToken && secrets.secretKey
  );
}

/** The step to resume at: the first incomplete one. */
export function firstOpen(progress: SetupProgress): Step {
  return steps.find((step) => !isDone(step, progress)) ?? 'sell';
}

export function nextOf(step: Step): Step | null {
  return steps[steps.indexOf(step) + 1] ?? null;
}

/** The page reloads when the counter goes live: set-up continues at the same step. */
const key = 'konter.setup';

export function openSetup(): void {
  navigate('setup');
}

const productKey = 'konter.setup.product';

/** To be called before the counter goes live. @param productCode the product that was tested: the first of the live catalogue */
export function comeBackToSetup(productCode: string | null): void {
  window.sessionStorage.setItem(key, 'open');
  if (productCode !== null) window.sessionStorage.setItem(productKey, productCode);
}

/** The product that was tested before the counter went live; once. */
export function takeTestedProduct(): string | null {
  const productCode = window.sessionStorage.getItem(productKey);
  window.sessionStorage.removeItem(productKey);
  return productCode;
}

/** Once at the start of the page. */
export function goOnWithSetup(): void {
  if (window.sessionStorage.getItem(key) === null) return;
  window.sessionStorage.removeItem(key);
  openSetup();
}
