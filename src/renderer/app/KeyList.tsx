import { useTranslation } from '../i18n/translation.ts';
import { keyName, useGroupedBindings } from '../state/keys.ts';
import { showHelp, showKeys } from '../state/router.ts';
import { Button, Kbd } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { NotebookPen } from '../ui/icons.tsx';

/** Every key that works on the screen below, by what it is for. */
export function KeyList() {
  const { t } = useTranslation();
  const groups = useGroupedBindings();
  const guide = { key: '?', label: t('help.open'), run: () => showHelp(true) };
  return (
    <Dialog wide title={t('appShell.keys.title')} onClose={() => showKeys(false)} keys={[guide]}>
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
          <div className="flex justify-between gap-3">
            <Button hotkey="?" icon={NotebookPen} onClick={guide.run}>
              {guide.label}
            </Button>
            <Button look="primary" hotkey="Esc" onClick={() => showKeys(false)}>
              {t('common.close')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
