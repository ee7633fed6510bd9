import type { DisplaySetting } from '../../../shared/contract/setting-table.ts';
import type { Bounds } from './window-state.ts';

/** A screen that is there now. */
export interface PresentScreen {
  id: string;
  name: string;
  bounds: Bounds;
  /** the counter's window lies on it */
  counter: boolean;
}

export type DisplayPlace =
  /** fills a screen, and nobody can move it */
  | { kind: 'screen'; id: string; bounds: Bounds }
  /** an ordinary window that a person puts somewhere */
  | { kind: 'window' };

/**
 * Where the customer's display belongs; null: nowhere now. It never covers the counter, and a screen that was chosen and is
 * not there gives way to another one: shops swap them.
 */
export function displayPlace(
  { on, screen }: Pick<DisplaySetting, 'on' | 'screen'>,
  screens: readonly PresentScreen[],
): DisplayPlace | null {
  if (!on) return null;
  if (screen === 'window') return { kind: 'window' };
  const free = screens.filter(({ counter }) => !counter);
  const chosen = free.find(({ id }) => id === screen) ?? free[0];
  return chosen ? { kind: 'screen', id: chosen.id, bounds: chosen.bounds } : null;
}
