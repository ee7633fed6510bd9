import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Paper } from '../../../shared/domain/receipt/paper.ts';
import { Choice } from '../../design/Choice.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SettingField } from './SettingField.tsx';
import { choose } from './save-settings.ts';
import type { SectionProps } from './section.ts';
import { typedNumber } from './typed-values.ts';
import { useSection } from './use-section.ts';

const schema = z.object({ billFee: typedNumber(0, 1_000_000), printer: z.string().trim().max(200) });
const papers = Paper.options;

/** Paper, printer and the shop's fee on bills. */
export function SlipSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { settings, locked } = view;
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { billFee: String(settings.billFee), printer: settings.printer ?? '' },
    ({ billFee, printer }) => ({ billFee, printer: printer === '' ? null : printer }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <div className="pb-4">
        <Choice
          label={t('settings.paper')}
          value={settings.paper}
          choices={papers.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
          onValue={(paper) => void choose({ paper })}
        />
      </div>
      <SettingField
        label={t('settings.billFee')}
        inputMode="numeric"
        fault={errors.billFee ? t('settings.bad') : null}
        {...register('billFee')}
      />
      <SettingField
        label={t('settings.printer')}
        hint={t('settings.printerHint')}
        locked={locked.includes('printer')}
        fault={errors.printer ? t('settings.bad') : null}
        {...register('printer')}
      />
      <SaveBar {...bar} />
    </form>
  );
}
