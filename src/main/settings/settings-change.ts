import type { Settings } from '../../shared/contract/settings.ts';
import type { SettingsChange } from '../../shared/contract/settings-change.ts';
import { flatten, sameValue } from './setting-keys.ts';

/** The settings with only what the change holds put in place. */
export function changedSettings(settings: Settings, change: SettingsChange): Settings {
  const {
    secrets: _secrets,
    supervisorPin: _pin,
    secondPin: _second,
    pin: _given,
    leaveOrders: _leave,
    provider,
    relay,
    backup,
    ...rest
  } = change;
  const { backupPassphrase } = change.secrets ?? {};
  return {
    ...settings,
    ...given(rest),
    provider: { ...settings.provider, ...given(provider ?? {}) },
    relay: { ...settings.relay, ...given(relay ?? {}) },
    backup: {
      ...settings.backup,
      ...given(backup ?? {}),
      ...(backupPassphrase === undefined ? {} : { encrypt: backupPassphrase !== null }),
    },
  };
}

/**
 * The names of the settings that a change would make other than they are, as locks name them. A form that sends a locked
 * field as it stands touches nothing.
 */
export function touchedSettings(change: SettingsChange, present: Settings): string[] {
  const { secrets, supervisorPin: _pin, secondPin: _second, pin: _given, leaveOrders: _leave, ...rest } = change;
  const now = flatten(present);
  return [
    ...[...flatten(rest)].filter(([name, value]) => !sameValue(value, now.get(name))).map(([name]) => name),
    ...Object.keys(given(secrets ?? {})).filter((name) => name !== 'retireOldKeyAt'),
  ];
}

/** Whether the change is about the connection, which then must be made anew. */
export function touchesConnection(change: SettingsChange): boolean {
  const secrets = Object.keys(change.secrets ?? {}).filter((name) => name !== 'backupPassphrase');
  return change.provider !== undefined || change.relay !== undefined || secrets.length > 0;
}

/** Without the keys that hold undefined. */
function given<T extends object>(part: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the keys whose value is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
