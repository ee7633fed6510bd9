import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Binding } from '../../keys/match.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { trayOf, usePrints } from '../../state/prints.ts';
import { useSettings } from '../../state/settings.ts';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { TrayContent } from './TrayContent.tsx';
import { TrayWords } from './TrayWords.tsx';
import { showTray, useTrayOpen } from './tray-open.ts';

/** How printing stands, at the top; pressed, or with F7, the list of what waits or must be decided. It never opens itself. */
export function PrintTray() {
  const { t } = useTranslation();
  const { open, before } = useTrayOpen();
  const { byId, read } = usePrints();
  const jobs = useMemo(() => trayOf({ byId, read }), [byId, read]);
  const hasPrinter = useSettings((state) => (state.view?.settings.printers.length ?? 0) > 0);
  const shown = hasPrinter || jobs.length > 0 || open;
  useKeys(
    useMemo(
      (): Binding[] =>
        shown && !open ? [{ key: 'F7', label: t('printing.tray.key'), run: () => showTray(true), quiet: true }] : [],
      [t, shown, open],
    ),
    { frame: true },
  );
  if (!shown) return null;
  return (
    <Popover.Root open={open} onOpenChange={showTray}>
      <Popover.Trigger className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-box px-2 text-small hover:bg-sunken">
        <TrayWords jobs={jobs} />
      </Popover.Trigger>
      <Popover.Portal>
        <Tray before={before}>
          <TrayContent jobs={jobs} onClose={() => showTray(false)} />
        </Tray>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Tray({ before, children }: { before: Element | null; children: ReactNode }) {
  const { t } = useTranslation();
  const content = useRef<HTMLDivElement>(null);
  // An Enter meant for the tray must reach no button of the screen below.
  useKeys(
    useMemo(() => [], []),
    { modal: true },
  );
  useEffect(() => content.current?.focus(), []);
  return (
    <Popover.Content
      ref={content}
      tabIndex={-1}
      align="end"
      sideOffset={4}
      collisionPadding={8}
      aria-label={t('printing.tray.title')}
      data-focus-home
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        restoreFocus(before);
      }}
      className="z-30 flex max-h-[80vh] w-[36rem] max-w-[95vw] flex-col rounded-box border border-line-strong bg-surface text-ink outline-none"
    >
      {children}
    </Popover.Content>
  );
}
