import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveBindings, useGroupedBindings } from '../state/keys.ts';
import { showKeys } from '../state/router.ts';
import { Button, Kbd } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Toasts } from './Toasts.tsx';

const keyNames: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' };

/** A key as it is written on the keyboard. */
const keyName = (key: string): string => keyNames[key] ?? key;

/** The keys that work now, the screen's own first. */
export function KeyBar() {
  const { t } = useTranslation();
  const bindings = useActiveBindings().filter((binding) => !binding.quiet);
  return (
    <footer
      aria-label={t('appShell.keys.hints')}
      className={classes(
        'flex h-9 zoomed:h-auto zoomed:min-h-9 zoomed:sticky zoomed:bottom-0 shrink-0 items-center justify-between gap-5 border-t px-4 text-small text-ink-soft',
        // Without any key it only holds the toasts.
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

/** Every key that works on the screen below, by what it is for. */
export function KeyList() {
  const { t } = useTranslation();
  const current = useGroupedBindings();
  // The dialog hides the keys below it, so they are listed as they were when it opened.
  const [groups] = useState(current);
  return (
    <Dialog wide title={t('appShell.keys.title')} onClose={() => showKeys(false)}>
      {() => (
        <>
          <div className="gap-x-8 sm:columns-2">
            {groups.map(([group, bindings]) => (
              <section key={group} aria-label={t(`appShell.keys.group.${group}`)} className="break-inside-avoid pb-4">
                <h3 className="pb-2 font-semibold">{t(`appShell.keys.group.${group}`)}</h3>
                <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
                  {bindings.map((binding) => (
                    <div key={binding.key} className="contents">
                      <dt>
                        <Kbd>{keyName(binding.key)}</Kbd>
                        {/* Without a separator a screen reader reads both as one word. */}
                        <span className="sr-only">{`${keyName(binding.key)}: `}</span>
                      </dt>
                      <dd>
                        {binding.label}
                        <span className="sr-only">. </span>
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <div className="flex justify-end">
            <Button look="primary" hotkey="Esc" onClick={() => showKeys(false)}>
              {t('common.close')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
