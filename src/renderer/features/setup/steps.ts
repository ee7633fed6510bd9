import type { SettingsView } from '../../../shared/contract/settings.ts';

/** The steps to the first live sale; each needs the ones before it. */
export const steps = [
  'screen',
  'shop',
  'connection',
  'relay',
  'live',
  'products',
  'people',
  'printer',
  'sell',
] as const;
export type Step = (typeof steps)[number];

/** Products and people belong to the live database. Before live mode they would be stored in training's. */
export const needsLive: ReadonlySet<Step> = new Set(['products', 'people', 'sell']);

export interface Known {
  view: Pick<SettingsView, 'settings' | 'secrets' | 'mode'>;
  /** how many products the catalogue has; null: not read yet */
  products: number | null;
  /** whether anybody has a PIN of their own */
  people: boolean;
  /** the relay was tested in this visit, and the test webhook arrived */
  relayTested: boolean;
}

/** Whether a step is complete. Derived from the settings, never from having visited the step. */
export function isDone(step: Step, { view, products, people, relayTested }: Known): boolean {
  const { settings, secrets, mode } = view;
  switch (step) {
    case 'screen':
      return true;
    case 'shop':
      return settings.shop.name !== '';
    case 'connection':
      return settings.provider.url !== null && secrets.secretKey;
    case 'relay':
      return relayTested || (mode === 'live' && relayIsSet(view));
    case 'live':
      return mode === 'live';
    case 'products':
      return mode === 'live' && (products ?? 0) > 0;
    case 'people':
      return mode === 'live' && people;
    case 'printer':
      return settings.printers.length > 0 || settings.printer !== null;
    case 'sell':
      return false;
  }
}

function relayIsSet({ settings, secrets }: Known['view']): boolean {
  return settings.relay.url !== null && settings.relay.mailbox !== null && secrets.relayToken && secrets.secretKey;
}

/** The step to resume at: the first incomplete one. */
export function firstOpen(known: Known): Step {
  return steps.find((step) => !isDone(step, known)) ?? 'sell';
}

export function nextOf(step: Step): Step | null {
  return steps[steps.indexOf(step) + 1] ?? null;
}
