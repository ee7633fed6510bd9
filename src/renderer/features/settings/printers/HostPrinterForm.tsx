import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ printer: z.string().trim().max(200) });

/** Where slips go while there is no usual printer: the system's dialog, or past it to a printer of the system. */
export function HostPrinterForm({ view }: SectionProps) {
  const { t } = useTranslation();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { printer: view.settings.printer ?? '' },
    ({ printer }) => ({ printer: printer === '' ? null : printer }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3 pt-2">
      <TextField
        label={t('printers.hostName')}
        hint={t('printers.hostHint')}
        fault={errors.printer ? t('settings.bad') : null}
        {...register('printer')}
      />
      <SaveBar {...bar} />
    </form>
  );
}
