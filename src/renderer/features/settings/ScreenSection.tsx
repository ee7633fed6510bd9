import { Theme } from '../../../shared/domain/preferences.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useMay } from '../../state/people.ts';
import { type Cue, playCue } from '../../state/sounds.ts';
import { useServes } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Field.tsx';
import { Volume2 } from '../../ui/later-icons.tsx';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { choose } from './settings-form.ts';

const languages = ['id', 'en'] as const;

/** The language of screen and slips; it counts at once. */
export function LanguageChoice({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('settings.language')}
      value={view.settings.language}
      choices={languages.map((value) => ({ value, label: t(`settings.languageName.${value}`) }))}
      onValue={(language) => void choose({ language })}
    />
  );
}

/**
 * Language, colours, the order of the products and sounds, which take effect at once; then kiosk mode and the start at login, for a
 * host with a window.
 */
export function ScreenSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <LanguageChoice view={view} />
      <Choice
        label={t('settings.theme')}
        value={view.settings.theme}
        choices={Theme.options.map((value) => ({ value, label: t(`settings.themeName.${value}`) }))}
        onValue={(theme) => void choose({ theme })}
      />
      <ProductOrder view={view} />
      <SoundsForm view={view} />
      {view.desktop ? (
        <SettingsForm view={view} form="desktop" title={t('desktop.title')}>
          <p className="text-small text-ink-soft">{t('desktop.kioskLead')}</p>
        </SettingsForm>
      ) : null}
    </div>
  );
}

/** Where the buttons of the selling screens stand: the shop's decision, for all who sell here. */
function ProductOrder({ view }: SectionProps) {
  const { t } = useTranslation();
  const mayChange = useMay('settingsShop');
  const sells = useServes('order');
  if (!mayChange || !sells) return null;
  return (
    <div className="flex flex-col gap-1">
      <Choice
        label={t('settings.productOrder.label')}
        value={view.settings.orderBySales ? 'bySales' : 'kept'}
        choices={(['kept', 'bySales'] as const).map((value) => ({ value, label: t(`settings.productOrder.${value}`) }))}
        onValue={(value) => void choose({ orderBySales: value === 'bySales' })}
      />
      <p className="text-small text-ink-soft">{t('settings.productOrder.lead')}</p>
    </div>
  );
}

const volumes = { off: 0, soft: 25, medium: 50, loud: 100 } as const;
type Loudness = keyof typeof volumes;
const loudnesses = ['off', 'soft', 'medium', 'loud'] as const;
const cues: readonly Cue[] = ['success', 'failed', 'attention', 'keyError'];

/** The volume of the cues, and a sample of each. They only accompany what the screen shows. */
function SoundsForm({ view }: SectionProps) {
  const { t } = useTranslation();
  const { sounds } = view.settings;
  const present: Loudness = !sounds.on
    ? 'off'
    : (loudnesses.findLast((loudness) => loudness !== 'off' && volumes[loudness] <= sounds.volume) ?? 'soft');
  const set = (loudness: Loudness): void => {
    const volume = volumes[loudness];
    void choose({ sounds: { on: volume > 0, volume: volume || sounds.volume } });
    if (volume > 0) playCue('success', volume);
  };
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={t('sounds.label')}
        value={present}
        choices={loudnesses.map((value) => ({ value, label: t(`sounds.loudness.${value}`) }))}
        onValue={set}
      />
      <p className="text-small text-ink-soft">{t('sounds.lead')}</p>
      <fieldset aria-label={t('sounds.try')} className="flex flex-wrap gap-2">
        {cues.map((cue) => (
          <Button key={cue} disabled={!sounds.on} icon={Volume2} onClick={() => playCue(cue, sounds.volume)}>
            {t(`sounds.cue.${cue}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
