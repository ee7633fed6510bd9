import { readFile, rename } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Settings } from '../../../shared/contract/settings.ts';
import type { FleetSettings } from '../../../shared/contract/settings-change.ts';
import type { Log } from '../../ports/log.ts';
import { layered, without } from './setting-names.ts';

/** settings.json in the data folder: everything that is not a secret. */
export interface SettingsFile {
  read(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
}

/**
 * A file that cannot be read as settings is kept beside (".unreadable") and the defaults are used: the shop's receipts must
 * stay reachable, and live mode without its settings stops by itself with not_configured.
 * @param defaults of the fleet: a setting that is as they say is not saved, and so follows them when they change
 */
export function openSettingsFile(path: string, log: Log, defaults: FleetSettings = {}): SettingsFile {
  return {
    async read() {
      const settings = await peekSettings(path, defaults);
      if (settings) return settings;
      log.error('settings.json cannot be read and was put aside');
      await rename(path, `${path}.unreadable`);
      return settingsOf({}, defaults);
    },
    write: (settings) =>
      writeFileAtomic(path, `${JSON.stringify(without(settings, defaults), null, 2)}\n`, { mode: 0o600 }),
  };
}

/** What is saved, or the defaults where nothing is; null when the file cannot be read as settings. */
export async function peekSettings(path: string, defaults: FleetSettings): Promise<Settings | null> {
  const text = await readIfThere(path);
  if (text === null) return settingsOf({}, defaults);
  try {
    return settingsOf(SavedText.parse(JSON.parse(text)), defaults);
  } catch {
    return null;
  }
}

const SavedText = z.record(z.string(), z.unknown());

const settingsOf = (saved: Readonly<Record<string, unknown>>, defaults: FleetSettings): Settings =>
  Settings.parse(layered(defaults, saved));

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
