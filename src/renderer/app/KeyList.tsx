import { useTranslation } from '../i18n/translation.ts';
import { type Binding, keyName, useGroupedBindings } from '../state/keys.ts';
import { showHelp, showKeys } from '../state/router.ts';
import { Button, Kbd } from '../ui/Button.tsx';
import { Dialog, DialogFooter } from '../ui/Dialog.tsx';
import { NotebookPen } from '../ui/icons.tsx';

/** Neighbours that say the same, as the digits of parked sales do, are one row. */
function keysByLabel(bindings: readonly Binding[]): Array<[label: string, names: string[]]> {
  const rows: Array<[string, string[]]> = [];
  for (const { key, label } of bindings) {
    const last = rows.at(-1);
    if (last?.[0] === label) last[1].push(keyName(key));
    else rows.push([label, [keyName(key)]]);
  }
  return rows;
}

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
                <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1">
                  {keysByLabel(bindings).map(([label, names]) => (
                    <div key={names.join(' ')} className="contents">
                      <dt className="flex flex-wrap gap-1">
                        {names.map((name) => (
                          <Kbd key={name}>{name}</Kbd>
                        ))}
                        {/* Without a separator a screen reader reads both as one word. */}
                        <span className="sr-only">{`${names.join(', ')}: `}</span>
                      </dt>
                      <dd>
                        {label}
                        <span className="sr-only">. </span>
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <DialogFooter>
            <Button hotkey="?" icon={NotebookPen} onClick={guide.run}>
              {guide.label}
            </Button>
            <Button look="primary" hotkey="Esc" onClick={() => showKeys(false)}>
              {t('common.close')}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
