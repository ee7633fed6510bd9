import { useState } from 'react';
import { useTranslation } from '../i18n/translation.ts';
import { keyName, useGroupedBindings } from '../state/keys.ts';
import { showKeys } from '../state/router.ts';
import { Button, Kbd } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

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
