import { useTranslation } from 'react-i18next';
import { useSettings } from '../store/settings.ts';

/** The name that a printer has in the settings; the id where it was removed, and words for the dialog. */
export function usePrinterName(): (id: string) => string {
  const { t } = useTranslation();
  const printers = useSettings((state) => state.view?.settings.printers);
  return (id) => (id === '' ? t('printing.dialog') : (printers?.find((each) => each.id === id)?.name ?? id));
}
