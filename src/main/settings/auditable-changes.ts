import { z } from 'zod';
import type { Settings } from '../../shared/contract/settings.ts';
import type { SettingsChange } from '../../shared/contract/settings-change.ts';
import type { SettingChange } from '../../shared/domain/audit-log.ts';
import { flatten } from './setting-keys.ts';
import { touchedSettings } from './settings-change.ts';

/** How the screen looks and sounds, and what stands on slips and the customer's display: no money hangs on it. */
const looks = /^(language|theme|sounds|shop|display|paper)(\.|$)/;

/** What a change says of money or security, by the settings' names. Values only where they can be no secret, name or address. */
export function auditableChanges(change: SettingsChange, present: Settings): SettingChange[] {
  const before = flatten(present);
  const { secrets: _secrets, ...given } = change;
  const after = flatten(given);
  const named = touchedSettings(change, present).filter((name) => !looks.test(name));
  const pins = (['supervisorPin', 'secondPin'] as const).filter((name) => change[name] !== undefined);
  return [
    ...named.map((name) =>
      Object.assign({ name }, plain('was', name, before.get(name)), plain('now', name, after.get(name))),
    ),
    ...pins.map((name) => ({ name })),
  ];
}

const Words = z.array(z.string());

function plain(key: 'was' | 'now', name: string, value: unknown): Partial<SettingChange> {
  if (name === 'provider.refusalWords') return { [key]: Words.parse(value) };
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? { [key]: value } : {};
}
