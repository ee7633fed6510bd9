import type { Theme } from '../../shared/domain/theme.ts';
import { useSettings } from '../state/settings.ts';

/** Keeps the page's colours as the settings say; "system" follows the machine, also while it changes. */
export function followTheme(): void {
  const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    const wish = useSettings.getState().view?.settings.theme ?? 'system';
    paintTheme(wish, machineIsDark.matches);
  };
  paint();
  machineIsDark.addEventListener('change', paint);
  useSettings.subscribe(paint);
}

export function paintTheme(wish: Theme, machineIsDark: boolean): void {
  const machine = machineIsDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = wish === 'system' ? machine : wish;
}
