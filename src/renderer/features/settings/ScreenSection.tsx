import { useTranslation } from 'react-i18next';
import { Theme } from '../../../shared/domain/preferences.ts';
import { Choice } from '../../ui/Choice.tsx';
import { DesktopForm } from './machine/DesktopForm.tsx';
import { SoundsForm } from './SoundsForm.tsx';
import { choose } from './save-settings.ts';
import type { SectionProps } from './section.ts';

const languages = ['id', 'en'] as const;

/** Language, colours and sounds; a choice counts at once. */
export function ScreenSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <Choice
        label={t('settings.language')}
        value={view.settings.language}
        choices={languages.map((value) => ({ value, label: t(`settings.languageName.${value}`) }))}
        onValue={(language) => void choose({ language })}
      />
      <Choice
        label={t('settings.theme')}
        value={view.settings.theme}
        choices={Theme.options.map((value) => ({ value, label: t(`settings.themeName.${value}`) }))}
        onValue={(theme) => void choose({ theme })}
      />
      <SoundsForm view={view} />
      {view.desktop ? <DesktopForm view={view} /> : null}
    </div>
  );
}
