import { readFile, rename } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { Settings } from '../../../shared/contract/settings.ts';
import type { Log } from '../../ports/log.ts';

/** settings.json in the data folder: everything that is not a secret. */
export interface SettingsFile {
  read(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
}

/**
 * A file that cannot be read as settings is kept beside (".unreadable") and the defaults are used: the shop's receipts must
 * stay reachable, and live mode without its settings stops by itself with not_configured.
 */
export function openSettingsFile(path: string, log: Log): SettingsFile {
  return {
    async read() {
      const text = await readIfThere(path);
      if (text === null) return Settings.parse({});
      const settings = parse(text);
      if (settings) return settings;
      log.error('settings.json cannot be read and was put aside');
      await rename(path, `${path}.unreadable`);
      return Settings.parse({});
    },
    write: (settings) => writeFileAtomic(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 }),
  };
}

function parse(text: string): Settings | null {
  try {
    return Settings.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
