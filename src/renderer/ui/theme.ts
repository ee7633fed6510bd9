import type { Theme } from '../../shared/domain/preferences.ts';
import { useSettings } from '../state/settings.ts';

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
