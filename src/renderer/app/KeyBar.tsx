import { useTranslation } from 'react-i18next';
import { keyName } from '../keys/key-name.ts';
import { useActiveBindings } from '../keys/use-keys.ts';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Toasts } from '../ui/Toasts.tsx';

/** The keys that work now, the screen's own first. */
export function KeyBar() {
  const { t } = useTranslation();
  const bindings = useActiveBindings().filter((binding) => !binding.quiet);
  return (
    <footer
      aria-label={t('frame.keys.hints')}
      className={classes(
        'flex h-9 zoomed:h-auto zoomed:min-h-9 zoomed:sticky zoomed:bottom-0 shrink-0 items-center justify-between gap-5 border-t px-4 text-small text-ink-soft',
        // Where no key works it is only the toasts' room.
        bindings.length === 0 ? 'border-transparent' : 'border-line bg-surface',
      )}
    >
      <div className="flex min-w-0 items-center gap-5 overflow-hidden">
        {bindings.map((binding) => (
          <span key={binding.key} className="flex items-center gap-1.5 whitespace-nowrap">
            <Kbd>{keyName(binding.key)}</Kbd>
            {binding.label}
          </span>
        ))}
      </div>
      <Toasts />
    </footer>
  );
}
