import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/translation.ts';
import { keyName, useActiveBindings } from '../state/keys.ts';
import { Kbd } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { deferred } from '../ui/deferred.tsx';

const Toasts = deferred(async () => (await import('./Toasts.tsx')).Toasts);

/** Each hint keeps its place, whichever part of the screen changed last. */
function placeOf(key: string): number {
  const at = ['Enter', 'Escape', '↑↓'].indexOf(key);
  const [, n] = /^F(\d+)$/.exec(key) ?? [];
  return at >= 0 ? at : n ? 10 + Number(n) : 50 + ['/', '?'].indexOf(key);
}

/** The keys that work now, the screen's own first. @param children a message that has the room before them */
export function KeyBar({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const bindings = useActiveBindings()
    .filter((binding) => !binding.quiet)
    .toSorted((one, other) => placeOf(one.key) - placeOf(other.key));
  return (
    <footer
      aria-label={t('appShell.keys.hints')}
      className={classes(
        'flex h-9 zoomed:h-auto zoomed:min-h-9 zoomed:sticky zoomed:bottom-0 shrink-0 items-center justify-between gap-5 border-t px-4 text-small text-ink-soft',
        // Without any key it only holds the toasts.
        bindings.length === 0 ? 'border-transparent' : 'border-line bg-surface',
      )}
    >
      {/* What finds no room is on a second line, out of sight, and in the list of keys: no hint is cut. */}
      <div className="flex h-full min-w-0 flex-1 flex-wrap gap-x-5 overflow-hidden zoomed:flex-nowrap">
        {children}
        {bindings.map((binding) => (
          <span key={binding.key} className="flex h-full items-center gap-1.5 whitespace-nowrap">
            <Kbd>{keyName(binding.key)}</Kbd>
            {binding.label}
          </span>
        ))}
      </div>
      <Toasts />
    </footer>
  );
}
