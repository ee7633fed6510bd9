import type { SettingsView } from '../../../shared/contract/settings.ts';

export interface SectionProps {
  view: SettingsView;
}
