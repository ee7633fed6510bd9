import { useEffect, useState } from 'react';
import { DisplayView } from '../../../shared/domain/display.ts';
import { paintTheme } from '../../ui/theme.ts';
import { CustomerDisplay } from './CustomerDisplay.tsx';

/** The customer's display: it hears what to show, and can do nothing else. Blank until it heard something. */
export function DisplayPage() {
  const [view, setView] = useState<DisplayView | null>(null);
  useEffect(
    () =>
      window.konterDisplay?.subscribe((told) => {
        // What cannot be read is not shown, and neither is what stood there before.
        setView(DisplayView.safeParse(told).data ?? null);
      }),
    [],
  );
  const theme = view?.theme ?? 'system';
  const language = view?.language ?? 'id';
  const shop = view?.shop ?? '';
  useEffect(() => {
    const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');
    const paint = (): void => paintTheme(theme, machineIsDark.matches);
    paint();
    machineIsDark.addEventListener('change', paint);
    return () => machineIsDark.removeEventListener('change', paint);
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = shop === '' ? 'Konter' : shop;
  }, [language, shop]);
  return view ? <CustomerDisplay view={view} /> : null;
}
