import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { SettingChange } from '../../shared/contract/people.ts';
import { secretNames } from '../../shared/contract/secret-name.ts';
import { secretTable } from '../../shared/contract/setting-table.ts';
import {
  type FleetSettings,
  Settings,
  type SettingsChange,
  type SettingsView,
  settingRow,
} from '../../shared/contract/settings.ts';
import { readQris } from '../../shared/domain/qris.ts';
import { createSerialQueue } from '../base/async.ts';
import { isFileMissing, renameUnreadable } from '../base/json-file.ts';
import { errorFacts } from '../base/log/masked-log.ts';
import { type SecretChanges, type Secrets, SecretsError } from '../base/secrets.ts';
import { type Clock, type Log, type Random, randomHex } from '../base/system.ts';
import type { PinLock } from '../staff/index.ts';
import {
  changedAddresses,
  changedTests,
  type LiveConfig,
  overlapMs,
  readLiveConfig,
  readLockedConfig,
  readSecretAddresses,
  replacedKey,
  settingsInForce,
  type TestedParts,
} from './live-config.ts';
import {
  type Environment,
  flatten,
  isTree,
  layered,
  lockedSettings,
  type ManagedSettings,
  type Tree,
} from './managed-settings.ts';

interface ShopSettingsDeps {
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
}

export async function openShopSettings(deps: ShopSettingsDeps): Promise<ShopSettings> {
  const { file, env, fleet, secrets } = deps;
  const mark = await secrets.read('settingsMark').catch((error: unknown) => {
    if (error instanceof SecretsError) return undefined;
    throw error;
  });
  const saved = await file.read(mark);
  const config = mark === undefined ? await readLockedConfig(saved, env, fleet) : await readConfig(saved, deps);
  deps.changed(config.settings);
  return new ShopSettings(deps, saved, config);
}

/** The shop's settings as they are in force, and the only way to change them. */
export class ShopSettings {
  readonly pin: PinLock;
  readonly secondPin: PinLock;
  readonly #deps: ShopSettingsDeps;
  /** one after the other: of two side by side, the one that was read last would be in force without the other */
  readonly #queue = createSerialQueue();
  #saved: Settings;
  #config: LiveConfig;

  constructor(deps: ShopSettingsDeps, saved: Settings, config: LiveConfig) {
    this.pin = deps.pin;
    this.secondPin = deps.secondPin;
    this.#deps = deps;
    this.#saved = saved;
    this.#config = config;
  }

  config(): LiveConfig {
    return this.#config;
  }

  locked(): string[] {
    return lockedSettings(this.#deps.env, this.#deps.fleet);
  }

  async view(mode: 'training' | 'live'): Promise<SettingsView> {
    const { clock, desktop } = this.#deps;
    return {
      settings: this.#config.settings,
      secrets: {
        providerHeaders: Object.keys(this.#config.providerHeaders).length > 0,
        secretKey: this.#config.secretKey !== null,
        relayToken: this.#config.relayToken !== null,
        backupPassphrase: this.#config.settings.backup.encrypt,
        supervisorPin: await this.pin.isSet(),
        secondPin: await this.secondPin.isSet(),
      },
      retiring: this.#config.retiredKeys
        .filter((retired) => retired.until > clock.now())
        .map((retired) => new Date(retired.until).toISOString()),
      tested: this.#config.tested,
      locked: this.locked(),
      mode,
      desktop,
    };
  }

  /**
   * Saves the whole change or nothing of it; fails with `settings_not_kept` or the reason of a SecretsError. The
   * caller has checked locks, PIN and that the secrets are not locked.
   * After a kill the next start finds the old settings or the new ones, never a mixture.
   * @param brought what a connection code holds and a person cannot type
   */
  save(change: SettingsChange, brought: Pick<SecretChanges, 'shopKey'> = {}): Promise<Result<null>> {
    return this.#queue(async () => {
      const next = changedSettings(this.#saved, change);
      try {
        await keep(next, { ...(await this.#secretsOf(change, next)), ...brought }, this.#deps);
      } catch (error) {
        this.#deps.log.error('the settings could not be kept', errorFacts(error));
        if (error instanceof SecretsError) return fail('not_configured', error.message, { reason: error.reason });
        return fail('internal', 'Neither the settings nor their secrets were kept.', { reason: 'settings_not_kept' });
      }
      this.#saved = next;
      this.#config = await readConfig(next, this.#deps);
      this.#deps.changed(this.#config.settings);
      return ok(null);
    });
  }

  /** Remembers the results of tests of that connection; a failure to do so only has them asked for again. */
  recordTests(tested: LiveConfig, results: Partial<TestedParts>): Promise<void> {
    const { secrets, log } = this.#deps;
    return this.#queue(async () => {
      try {
        await secrets.write(await changedTests(secrets, tested, results));
        this.#config = await readConfig(this.#saved, this.#deps);
      } catch (error) {
        log.warn('the results of a test could not be kept', errorFacts(error));
      }
    });
  }

  async #secretsOf(change: SettingsChange, next: Settings): Promise<SecretChanges> {
    const { secrets, fleet, env, clock } = this.#deps;
    const { secretKey, retireOldKeyAt, relayToken, providerHeaders, backupPassphrase } = change.secrets ?? {};
    const until = retireOldKeyAt === undefined ? clock.now() + overlapMs : Date.parse(retireOldKeyAt);
    const addresses = await readSecretAddresses(secrets, this.#saved, fleet);
    return {
      ...(await changedAddresses(secrets, change, addresses, settingsInForce(next, env, fleet))),
      ...(secretKey === undefined ? {} : await replacedKey(secrets, secretKey, until)),
      ...(relayToken === undefined ? {} : { relayToken }),
      ...(backupPassphrase === undefined ? {} : { backupPassphrase }),
      ...(providerHeaders === undefined ? {} : { providerHeaders: providerHeaders && JSON.stringify(providerHeaders) }),
      ...(change.supervisorPin ? { supervisorPin: await this.pin.hash(change.supervisorPin.next) } : {}),
      ...(change.secondPin ? { secondPin: await this.secondPin.hash(change.secondPin.next) } : {}),
    };
  }
}

const readConfig = (settings: Settings, { env, secrets, fleet }: ShopSettingsDeps): Promise<LiveConfig> =>
  readLiveConfig(settings, env, secrets, fleet).catch((error: unknown) => {
    if (error instanceof SecretsError) return readLockedConfig(settings, env, fleet);
    throw error;
  });

async function keep(next: Settings, changes: SecretChanges, { file, secrets }: ShopSettingsDeps): Promise<void> {
  const names = secretNames.filter((name) => changes[name] !== undefined);
  if (names.length === 0) return file.write(next);
  const before = await Promise.all(
    [...names, 'settingsMark' as const].map(async (name) => [name, await secrets.read(name)] as const),
  );
  const ready = await file.layReady(next);
  // From here on all of it counts, whatever happens to the program: the next start puts the settings in their place.
  await secrets.write({ ...changes, settingsMark: ready.mark });
  try {
    await ready.takePlace();
  } catch (error) {
    await secrets.write(Object.fromEntries(before));
    throw error;
  }
}

/** settings.json in the data folder: everything that is not a secret. */
interface SettingsFile {
  /**
   * @param mark the one that was kept among the secrets last: settings laid ready under it take their place first.
   * undefined: it is not known now, and what is laid ready stays as it is
   */
  read(mark: string | null | undefined): Promise<Settings>;
  write(settings: Settings): Promise<void>;
  /** For settings that belong to secrets: whole on the disk, but not in force before they take their place. */
  layReady(settings: Settings): Promise<ReadySettings>;
}

interface ReadySettings {
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
      log.error('settings.json cannot be read and was renamed');
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

/** The settings without the leaves that have the same value in the other ones. */
function without(tree: Tree, other: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      const same = other[key];
      if (isTree(value) && isTree(same)) return [[key, without(value, same)]];
      return sameValue(value, same) ? [] : [[key, value]];
    }),
  );
}

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The part of a change that is settings: no secret, no PIN and no answer to a question. */
function settingsPart(change: SettingsChange): Tree {
  const {
    secrets: _secrets,
    supervisorPin: _first,
    secondPin: _second,
    pin: _pin,
    leaveOrders: _leave,
    connectionCode: _code,
    ...rest
  } = change;
  return rest;
}

const isSecret = (name: string): name is keyof typeof secretTable => Object.hasOwn(secretTable, name);

/** The secrets that a change sets or removes. */
const changedSecretNames = (change: SettingsChange): Array<keyof typeof secretTable> =>
  [...flatten(change.secrets ?? {}).keys()].map((name) => name.split('.')[0] ?? '').filter(isSecret);

/** The settings with the change applied. */
function changedSettings(settings: Settings, change: SettingsChange): Settings {
  const next = Settings.parse(layered(settings, settingsPart(change)));
  const passphrase = change.secrets?.backupPassphrase;
  return passphrase === undefined ? next : { ...next, backup: { ...next.backup, encrypt: passphrase !== null } };
}

/**
 * The names of the settings that a change would make other than they are, as locks name them. A form that sends a locked field
 * unchanged touches nothing.
 */
export function touchedSettings(change: SettingsChange, present: Settings): string[] {
  const now = flatten(present);
  const changed = [...flatten(settingsPart(change))].filter(([name, value]) => !sameValue(value, now.get(name)));
  return [...changed.map(([name]) => name), ...changedSecretNames(change)];
}

/** Whether the change concerns the connection, which is then reopened. */
export function touchesConnection(change: SettingsChange): boolean {
  const secrets = changedSecretNames(change).filter((name) => secretTable[name].address !== null);
  return change.provider !== undefined || change.relay !== undefined || secrets.length > 0;
}

/** Whether the change holds a setting that the supervisor's PIN guards. */
export function needsPin(change: SettingsChange): boolean {
  return [...flatten(settingsPart(change)).keys()].some((name) => settingRow(name)?.pin);
}

/** The audit log's record of a change, by the settings' names. Values only where they can be no secret, name or address. */
export function auditableChanges(change: SettingsChange, present: Settings): SettingChange[] {
  const before = flatten(present);
  const after = flatten(settingsPart(change));
  const named = touchedSettings(change, present).filter((name) => settingRow(name)?.audit !== 'none');
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
  const audit = settingRow(name)?.audit;
  if (audit === 'words') return { [key]: Words.parse(value) };
  if (audit === 'payee' && typeof value === 'string') return { [key]: payeeOf(value) };
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? { [key]: value } : {};
}

/** Whom a QRIS code pays: what its code says to everybody who scans it. */
function payeeOf(code: string): string[] {
  const reading = readQris(code);
  return reading.ok ? [reading.qris.merchant, reading.qris.nmid].filter((text) => text !== null) : [];
}
