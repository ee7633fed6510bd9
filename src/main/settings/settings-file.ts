import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Settings } from '../../shared/contract/settings.ts';
import type { FleetSettings } from '../../shared/contract/settings-change.ts';
import { isFileMissing, moveAside } from '../base/json-file.ts';
import { type Log, type Random, randomHex } from '../base/system.ts';
import { layered, without } from './setting-keys.ts';

/** settings.json in the data folder: everything that is not a secret. */
export interface SettingsFile {
  /**
   * @param mark the one that was kept among the secrets last: settings laid ready under it take their place first.
   * undefined: it is not known now, and what is laid ready stays as it is
   */
  read(mark: string | null | undefined): Promise<Settings>;
  write(settings: Settings): Promise<void>;
  /** For settings that belong to secrets: whole on the disk, but not in force before they take their place. */
  layReady(settings: Settings): Promise<ReadySettings>;
}

export interface ReadySettings {
  /** To be kept in one write with their secrets. From then on they take their place at the next start, if not before. */
  mark: string;
  takePlace(): Promise<void>;
}

/**
 * A file that cannot be read as settings is kept beside (".unreadable") and the defaults are used: the shop's receipts must
 * stay reachable, and live mode without its settings stops by itself with not_configured.
 * @param defaults of the fleet: a setting that is as they say is not saved, and so follows them when they change
 */
export function openSettingsFile(path: string, random: Random, log: Log, defaults: FleetSettings = {}): SettingsFile {
  const readyPath = (mark: string): string => `${path}.ready-${mark}`;
  const keep = (at: string, settings: Settings): Promise<void> =>
    writeFileAtomic(at, `${JSON.stringify(without(settings, defaults), null, 2)}\n`, { mode: 0o600 });
  /** Never throws: what is left is of a mark that counts no more, or older by one save that failed twice. */
  const forgetReady = async (): Promise<void> => {
    const names = await readdir(dirname(path)).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(basename(readyPath(''))))) {
      await rm(join(dirname(path), name), { force: true }).catch(() => undefined);
    }
  };
  return {
    async read(mark) {
      if (mark && existsSync(readyPath(mark))) await rename(readyPath(mark), path);
      if (mark !== undefined) await forgetReady();
      const settings = await peekSettings(path, defaults);
      if (settings) return settings;
      log.error('settings.json cannot be read and was put aside');
      await moveAside(path);
      return settingsOf({}, defaults);
    },
    async write(settings) {
      await keep(path, settings);
      await forgetReady();
    },
    async layReady(settings) {
      const mark = randomHex(random, 8);
      await keep(readyPath(mark), settings);
      return { mark, takePlace: () => rename(readyPath(mark), path) };
    },
  };
}

/** What is saved, or the defaults where nothing is; null when the file cannot be read as settings. */
export async function peekSettings(path: string, defaults: FleetSettings): Promise<Settings | null> {
  const text = await readIfThere(path);
  if (text === null) return settingsOf({}, defaults);
  try {
    // Some editors put a mark in front of a file that was changed by hand.
    return settingsOf(SavedText.parse(JSON.parse(text.replace(/^\uFEFF/, ''))), defaults);
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
    if (isFileMissing(error)) return null;
    throw error;
  }
}
