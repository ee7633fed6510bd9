import { useTranslation } from 'react-i18next';
import { practicePrinterId } from '../../../shared/domain/drill.ts';
import { useSettings } from '../../state/settings.ts';
import { isShared } from './job-words.ts';

/** The name that a printer has in the settings; the id where it was removed, and words for what is no printer. */
export function usePrinterName(): (id: string) => string {
  const { t } = useTranslation();
  const printers = useSettings((state) => state.view?.settings.printers);
  return (id) => {
    if (id === '') return t('printing.dialog');
    if (id === practicePrinterId) return t('printing.practice');
    return isShared(id) ? t(`printing.sharedAs.${id}`) : (printers?.find((each) => each.id === id)?.name ?? id);
  };
}
