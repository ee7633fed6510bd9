import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Paper } from '../../../shared/domain/receipt/doc.ts';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SaveBar } from './SaveBar.tsx';
import { choose } from './save-settings.ts';
import type { SectionProps } from './section.ts';
import { typedNumber } from './typed-values.ts';
import { useSection } from './use-section.ts';

const schema = z.object({ billFee: typedNumber(0, 1_000_000) });
const papers = Paper.options;

/** Paper, and the shop's fee on bills. */
export function SlipSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { settings } = view;
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { billFee: String(settings.billFee) },
    ({ billFee }) => ({ billFee }),
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
      <TextField
        label={t('settings.billFee')}
        inputMode="numeric"
        fault={errors.billFee ? t('settings.bad') : null}
        {...register('billFee')}
      />
      <SaveBar {...bar} />
    </form>
  );
}
