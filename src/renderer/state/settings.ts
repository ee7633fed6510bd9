import { create } from 'zustand';
import type { KonterError, Result } from '../../shared/contract/errors.ts';
import type { SettingsView } from '../../shared/contract/settings.ts';
import { type NumberPlan, shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import type { Language, Theme } from '../../shared/domain/preferences.ts';
import { call } from '../host/call.ts';

interface SettingsStore {
  view: SettingsView | null;
  error: KonterError | null;
}

export const useSettings = create<SettingsStore>(() => ({ view: null, error: null }));

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** as main had them last */
let latest: SettingsView | null = null;

/**
 * Reads or saves the settings, one call after the other, and keeps the last answer: while another call waits, a choice on the screen
 * is newer. Resolves to the error, or null.
 */
export async function askSettings(
  request: (now: SettingsView | null) => Promise<Result<SettingsView>>,
): Promise<KonterError | null> {
  if (waiting === 0) latest = useSettings.getState().view;
  waiting += 1;
  const answered = last.then(() => request(latest));
  last = answered;
  const answer = await answered;
  waiting -= 1;
  if (answer.ok) latest = answer.value;
  if (waiting === 0) useSettings.setState({ view: latest });
  return answer.ok ? null : answer.error;
}

export async function refreshSettings(): Promise<void> {
  useSettings.setState({ error: await askSettings(() => call('settings.get')) });
}

/** The shop's time zone; Jakarta until the settings are read. */
export const useShopZone = (): string => useSettings((state) => state.view?.settings.timeZone ?? 'Asia/Jakarta');

/** Whether this shop has cash services: its owner has named the purse. */
export const useKeepsPurse = (): boolean => useSettings(({ view }) => (view?.settings.purse ?? '') !== '');

/** The owner's prefixes and lengths of customers' numbers, else the shipped ones. */
export const currentNumberPlan = (): NumberPlan =>
  useSettings.getState().view?.settings.numberPlan ?? shippedNumberPlan;

/** The language of the screen; Indonesian until the settings are read. */
export const useLanguage = (): Language => useSettings((state) => state.view?.settings.language ?? 'id');

/** Applies the theme of the settings; "system" follows the machine, also when that changes. */
export function followTheme(): void {
  const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    const theme = useSettings.getState().view?.settings.theme ?? 'system';
    paintTheme(theme, machineIsDark.matches);
  };
  paint();
  machineIsDark.addEventListener('change', paint);
  useSettings.subscribe(paint);
}

export function paintTheme(theme: Theme, machineIsDark: boolean): void {
  const machine = machineIsDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = theme === 'system' ? machine : theme;
}
