/**
 * The settings, a section each; their forms follow from shared/contract/setting-table.ts. Tests: tests/unit/renderer/features/settings.
 */

export { ConnectionCodeForm } from './ConnectionCodeForm.tsx';
export { CheckList, ConnectionForm } from './ConnectionSection.tsx';
export { useConnectionChecks } from './connection-form.ts';
export { SetUpOwner } from './PeopleSettings.tsx';
export { PrintersSection } from './PrintersSection.tsx';
export { LanguageChoice } from './ScreenSection.tsx';
export { ShopSection } from './SettingsForm.tsx';
export { type SetStepAction, type StepAction, StepContext, useStepAction } from './settings-form.ts';
