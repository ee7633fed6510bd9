import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { secretNames } from '../../shared/contract/secret-name.ts';
import {
  type FleetSettings,
  Settings,
  type SettingsChange,
  type SettingsView,
} from '../../shared/contract/settings.ts';
import { createSerialQueue } from '../base/async.ts';
import { isFileMissing, renameUnreadable } from '../base/json-file.ts';
import { errorFacts } from '../base/log/masked-log.ts';
import { type SecretChanges, type Secrets, SecretsError } from '../base/secrets.ts';
import { type Clock, type Log, type Random, randomHex } from '../base/system.ts';
import type { PinLock } from '../staff/index.ts';
import {
  changedAddresses,
  type LiveConfig,
  overlapMs,
  readLiveConfig,
  readLockedConfig,
  readSecretAddresses,
  replacedKey,
  settingsInForce,
} from './live-config.ts';
import { type Environment, lockedSettings, type ManagedSettings } from './managed-settings.ts';
import { changedSettings, layered, without } from './settings-change.ts';
import { changedTests, type TestedParts } from './tested-parts.ts';

/** The shop's settings as they are in force, and the only way to change them. */
export interface ShopSettings {
  config(): LiveConfig;
  locked(): string[];
  view(mode: 'training' | 'live'): Promise<SettingsView>;
  /**
   * Saves all that the change holds or, failing with `settings_not_kept` or the reason of a SecretsError, nothing of it; the
   * caller has checked locks, PIN and that the secrets are not locked.
   * Killed on the way, the next start finds one or the other.
   */
  save(change: SettingsChange): Promise<Result<null>>;
  /** Remembers the results of tests of that connection; a failure to do so only has them asked for again. */
  recordTests(tested: LiveConfig, results: Partial<TestedParts>): Promise<void>;
  pin: PinLock;
  secondPin: PinLock;
}

export async function openShopSettings(deps: {
  file: SettingsFile;
  env: Environment;
  fleet: ManagedSettings;
  secrets: Secrets;
  clock: Clock;
  pin: PinLock;
  secondPin: PinLock;
  log: Log;
  /** whether the host has a window and a system to start with */
  desktop: boolean;
  /** called with the settings in force, at the start and after each save */
  changed(settings: Settings): void;
}): Promise<ShopSettings> {
  const { file, env, fleet, secrets, clock, pin, secondPin, log, desktop, changed } = deps;
  const readConfig = (settings: Settings): Promise<LiveConfig> =>
    readLiveConfig(settings, env, secrets, fleet).catch((error: unknown) => {
      if (error instanceof SecretsError) return readLockedConfig(settings, env, fleet);
      throw error;
    });
  const mark = await secrets.read('settingsMark').catch((error: unknown) => {
    if (error instanceof SecretsError) return undefined;
    throw error;
  });
  let saved = await file.read(mark);
  let config = mark === undefined ? await readLockedConfig(saved, env, fleet) : await readConfig(saved);
  changed(config.settings);
  /** one after the other: of two side by side, the one that was read last would be in force without the other */
  const queue = createSerialQueue();
  const secretsOf = async (change: SettingsChange, next: Settings): Promise<SecretChanges> => {
    const { secretKey, retireOldKeyAt, relayToken, providerHeaders, backupPassphrase } = change.secrets ?? {};
    const until = retireOldKeyAt === undefined ? clock.now() + overlapMs : Date.parse(retireOldKeyAt);
    const addresses = await readSecretAddresses(secrets, saved, fleet);
    return {
      ...(await changedAddresses(secrets, change, addresses, settingsInForce(next, env, fleet))),
      ...(secretKey === undefined ? {} : await replacedKey(secrets, secretKey, until)),
      ...(relayToken === undefined ? {} : { relayToken }),
      ...(backupPassphrase === undefined ? {} : { backupPassphrase }),
      ...(providerHeaders === undefined ? {} : { providerHeaders: providerHeaders && JSON.stringify(providerHeaders) }),
      ...(change.supervisorPin ? { supervisorPin: await pin.hash(change.supervisorPin.next) } : {}),
      ...(change.secondPin ? { secondPin: await secondPin.hash(change.secondPin.next) } : {}),
    };
  };
  const keep = async (next: Settings, given: SecretChanges): Promise<void> => {
    const names = secretNames.filter((name) => given[name] !== undefined);
    if (names.length === 0) return file.write(next);
    const before = await Promise.all(
      [...names, 'settingsMark' as const].map(async (name) => [name, await secrets.read(name)] as const),
    );
    const ready = await file.layReady(next);
    // From here on all of it counts, whatever happens to the program: the next start puts the settings in their place.
    await secrets.write({ ...given, settingsMark: ready.mark });
    try {
      await ready.takePlace();
    } catch (error) {
      await secrets.write(Object.fromEntries(before));
      throw error;
    }
  };
  return {
    config: () => config,
    locked: () => lockedSettings(env, fleet),
    async view(mode) {
      return {
        settings: config.settings,
        secrets: {
          providerHeaders: Object.keys(config.providerHeaders).length > 0,
          secretKey: config.secretKey !== null,
          relayToken: config.relayToken !== null,
          backupPassphrase: config.settings.backup.encrypt,
          supervisorPin: await pin.isSet(),
          secondPin: await secondPin.isSet(),
        },
        retiring: config.retiredKeys
          .filter((retired) => retired.until > clock.now())
          .map((retired) => new Date(retired.until).toISOString()),
        tested: config.tested,
        locked: lockedSettings(env, fleet),
        mode,
        desktop,
      };
    },
    save: (change) =>
      queue(async () => {
        const next = changedSettings(saved, change);
        try {
          await keep(next, await secretsOf(change, next));
        } catch (error) {
          log.error('the settings could not be kept', errorFacts(error));
          if (error instanceof SecretsError) return fail('not_configured', error.message, { reason: error.reason });
          return fail('internal', 'Neither the settings nor their secrets were kept.', { reason: 'settings_not_kept' });
        }
        saved = next;
        config = await readConfig(saved);
        changed(config.settings);
        return ok(null);
      }),
    recordTests: (tested, results) =>
      queue(async () => {
        try {
          await secrets.write(await changedTests(secrets, tested, results));
          config = await readConfig(saved);
        } catch (error) {
          log.warn('the results of a test could not be kept', errorFacts(error));
        }
      }),
    pin,
    secondPin,
  };
}

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
      await renameUnreadable(path);
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

/** The saved settings, or the defaults where nothing is saved; null when the file cannot be read as settings. */
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
