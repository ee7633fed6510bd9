import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../../../shared/domain/printer.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { saveSettings } from '../save-settings.ts';
import { columnCounts } from './printer-draft.ts';
import { withPrinter } from './printer-list.ts';

/** What the printed ruler says, chosen from the paper in hand; it counts at once. */
export function RulerAnswer({ view, printer }: { view: SettingsView; printer: PrinterSetting }) {
  const { t } = useTranslation();
  return (
    <div>
      <Choice
        label={t('printers.rulerAsk')}
        value={String(printer.columns)}
        choices={columnCounts.map((n) => ({ value: String(n), label: String(n) }))}
        onValue={(value) => {
          const columns = columnCounts.find((n) => String(n) === value);
          if (columns) void saveSettings(withPrinter(view.settings, { ...printer, columns }));
        }}
      />
      <p className="pt-1 text-small text-ink-soft">{t('printers.rulerNone')}</p>
    </div>
  );
}
