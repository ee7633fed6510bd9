import type { Settings, SettingsChange } from '../../../shared/contract/settings.ts';

/** The settings with only what the change holds put in place. */
export function changedSettings(settings: Settings, change: SettingsChange): Settings {
  const { secrets: _secrets, supervisorPin: _pin, secondPin: _second, pin: _given, provider, relay, ...rest } = change;
  return {
    ...settings,
    ...given(rest),
    provider: { ...settings.provider, ...given(provider ?? {}) },
    relay: { ...settings.relay, ...given(relay ?? {}) },
  };
}

/** The names of what a change touches, as the environment's locks name them. */
export function touchedSettings(change: SettingsChange): string[] {
  const nested = (group: string, part: object | undefined): string[] =>
    Object.keys(given(part ?? {})).map((key) => `${group}.${key}`);
  return [
    ...Object.keys(
      given({ timeZone: change.timeZone, printers: change.printers, defaultPrinter: change.defaultPrinter }),
    ),
    ...nested('provider', change.provider),
    ...nested('relay', change.relay),
    ...Object.keys(given(change.secrets ?? {})).filter((name) => name !== 'retireOldKeyAt'),
  ];
}

/** Whether the change is about the connection, which then must be made anew. */
export function touchesConnection(change: SettingsChange): boolean {
  return change.provider !== undefined || change.relay !== undefined || change.secrets !== undefined;
}

/** Without the keys that hold undefined. */
function given<T extends object>(part: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the keys whose value is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
