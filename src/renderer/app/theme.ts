import { useSettings } from '../store/settings.ts';

/** Keeps the page's colours as the settings say; "system" follows the machine, also while it changes. */
export function followTheme(): void {
  const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    const wish = useSettings.getState().view?.settings.theme ?? 'system';
    const dark = wish === 'dark' || (wish === 'system' && machineIsDark.matches);
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  };
  paint();
  machineIsDark.addEventListener('change', paint);
  useSettings.subscribe(paint);
}
