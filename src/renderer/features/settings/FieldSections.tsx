import { useTranslation } from 'react-i18next';
import { Paper } from '../../../shared/domain/receipt/doc.ts';
import { Choice } from '../../ui/Choice.tsx';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { choose } from './save-settings.ts';

/** What stands at the head and foot of every slip. */
export function ShopSection({ view }: SectionProps) {
  return <SettingsForm view={view} form="shop" />;
}

/** Paper, and the shop's fee on bills. */
export function SlipSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <SettingsForm
      view={view}
      form="slip"
      lead={
        <div className="pb-4">
          <Choice
            label={t('settings.paper')}
            value={view.settings.paper}
            choices={Paper.options.map((value) => ({ value, label: t(`slip.paper.${value}`) }))}
            onValue={(paper) => void choose({ paper })}
          />
        </div>
      }
    />
  );
}

/** How long things may take, and whose clock counts. */
export function LimitsSection({ view }: SectionProps) {
  return <SettingsForm view={view} form="limits" />;
}
