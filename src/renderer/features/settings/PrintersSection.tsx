import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { CopiesForm } from './printers/CopiesForm.tsx';
import { HostPrinterForm } from './printers/HostPrinterForm.tsx';
import { PrinterCard } from './printers/PrinterCard.tsx';
import { PrinterForm } from './printers/PrinterForm.tsx';
import { choose } from './save-settings.ts';
import type { SectionProps } from './section.ts';

/** What slips are printed on, when, and how often. */
export function PrintersSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { settings, locked } = view;
  const fixed = locked.includes('printers');
  const hasUsual = settings.printers.some(({ id }) => id === settings.defaultPrinter);
  return (
    <div className="flex flex-col gap-6">
      <p>{t('printers.lead')}</p>
      {fixed ? <Notice tone="quiet" title={t('printers.locked')} /> : null}
      {settings.printers.length === 0 ? (
        <Notice tone="quiet" icon={Printer} title={t('printers.none')} lines={[t('printers.noneDo')]} />
      ) : (
        <ul className="flex flex-col gap-3">
          {settings.printers.map((printer) => (
            <PrinterCard key={printer.id} view={view} printer={printer} locked={fixed} />
          ))}
        </ul>
      )}
      {settings.printers.length > 0 && !hasUsual ? <Notice tone="unknown" title={t('printers.noUsual')} /> : null}
      {fixed ? null : (
        <div>
          <Button look="primary" onClick={() => setAdding(true)}>
            {t('printers.add')}
          </Button>
        </div>
      )}
      <div>
        <Choice
          label={t('printers.auto')}
          value={settings.autoPrint ? 'on' : 'off'}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: t(`printers.autoChoice.${value}`) }))}
          onValue={(value) => void choose({ autoPrint: value === 'on' })}
        />
        <p className="pt-1 text-small text-ink-soft">{t('printers.autoHint')}</p>
      </div>
      <CopiesForm view={view} />
      {hasUsual ? null : (
        <details>
          <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
            {t('printers.host')}
          </summary>
          <HostPrinterForm view={view} />
        </details>
      )}
      {adding ? <PrinterForm view={view} printer={null} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
