import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyName } from '../keys/key-name.ts';
import { useActiveBindings } from '../keys/use-keys.ts';
import { showKeys } from '../state/places.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';

/** Every key that works on the screen below. */
export function KeyList() {
  const { t } = useTranslation();
  const now = useActiveBindings();
  // The dialog hides the keys below it, so they are listed as they were when it was asked for.
  const [bindings] = useState(now);
  return (
    <Dialog title={t('frame.keys.title')} onClose={() => showKeys(false)}>
      {() => (
        <>
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
            {bindings.map((binding) => (
              <div key={binding.key} className="contents">
                <dt>
                  <Kbd>{keyName(binding.key)}</Kbd>
                  {/* Readers run what stands beside each other into one word. */}
                  <span className="sr-only">{`${keyName(binding.key)}: `}</span>
                </dt>
                <dd>
                  {binding.label}
                  <span className="sr-only">. </span>
                </dd>
              </div>
            ))}
          </dl>
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
