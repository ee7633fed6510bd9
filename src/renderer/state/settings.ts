import { create } from 'zustand';
import type { KonterError } from '../../shared/contract/errors.ts';
import type { SettingsView } from '../../shared/contract/settings.ts';
import { type NumberPlan, shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { call } from '../host/call.ts';

interface SettingsStore {
  view: SettingsView | null;
  error: KonterError | null;
}

export const useSettings = create<SettingsStore>(() => ({ view: null, error: null }));

export async function refreshSettings(): Promise<void> {
  const answer = await call('settings.get');
  useSettings.setState(answer.ok ? { view: answer.value, error: null } : { error: answer.error });
}

/** The shop's time zone; Jakarta until the settings are read. */
export const useShopZone = (): string => useSettings((state) => state.view?.settings.timeZone ?? 'Asia/Jakarta');

/** The owner's prefixes and lengths of customers' numbers, else the shipped ones. */
export const currentNumberPlan = (): NumberPlan =>
  useSettings.getState().view?.settings.numberPlan ?? shippedNumberPlan;

/** The language of the screen; Indonesian until the settings are read. */
export const useLanguage = (): Language => useSettings((state) => state.view?.settings.language ?? 'id');
