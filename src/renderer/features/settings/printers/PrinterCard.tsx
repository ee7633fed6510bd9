import { Printer, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../../../shared/domain/printer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { saveSettings } from '../save-settings.ts';
import { PrinterForm } from './PrinterForm.tsx';
import { PrinterTrials } from './PrinterTrials.tsx';
import { withoutPrinter } from './printer-list.ts';

interface Props {
  view: SettingsView;
  printer: PrinterSetting;
  locked: boolean;
}

/** One printer of the shop: where it is, and what may be done with it. */
export function PrinterCard({ view, printer, locked }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'form' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const { id, name, transport, columns } = printer;
  const usual = view.settings.defaultPrinter === id;
  const of = (act: string): string => t('printers.of', { act, name });
  return (
    <li className="flex flex-col gap-3 rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-3">
        <Printer aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1">
          <p className="text-large font-semibold break-words">{name}</p>
          <p className="text-small break-words text-ink-soft">
            {t(`printers.kind.${transport.kind}`)} · <span className="font-mono">{addressOf(transport)}</span>
            {transport.kind === 'system-graphic' ? '' : ` · ${t('printers.columns', { n: columns })}`}
          </p>
        </div>
        {usual ? (
          <p className="flex items-center gap-1.5 rounded-key bg-accent-soft px-2 py-0.5 text-small font-semibold">
            <Star aria-hidden="true" className="size-4" />
            {t('printers.usual')}
          </p>
        ) : null}
      </div>
      <PrinterTrials view={view} printer={printer} locked={locked} />
      {locked ? null : (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
          <Button
            look="danger"
            className="mr-auto"
            aria-label={of(t('printers.remove'))}
            onClick={() => setOpen('remove')}
          >
            {t('printers.remove')}
          </Button>
          {usual ? null : (
            <Button aria-label={of(t('printers.makeUsual'))} onClick={() => void saveSettings({ defaultPrinter: id })}>
              {t('printers.makeUsual')}
            </Button>
          )}
          <Button aria-label={of(t('printers.edit'))} onClick={() => setOpen('form')}>
            {t('printers.edit')}
          </Button>
        </div>
      )}
      {open === 'form' ? <PrinterForm view={view} printer={printer} onClose={close} /> : null}
      {open === 'remove' ? (
        <Confirm
          title={t('printers.removeTitle', { name })}
          lead={t('printers.removeAsk')}
          stop={t('common.cancel')}
          go={{
            label: t('printers.remove'),
            run: () => {
              close();
              void saveSettings(withoutPrinter(view.settings, id));
            },
          }}
          onClose={close}
        />
      ) : null}
    </li>
  );
}

function addressOf(transport: PrinterSetting['transport']): string {
  if (transport.kind === 'tcp') return `${transport.host}:${transport.port}`;
  return transport.kind === 'device' ? transport.path : transport.name;
}
