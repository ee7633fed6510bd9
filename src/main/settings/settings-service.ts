import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { secretNames } from '../../shared/contract/secret-name.ts';
import type { Settings, SettingsView } from '../../shared/contract/settings.ts';
import type { SettingsChange } from '../../shared/contract/settings-change.ts';
import { createSerialQueue } from '../base/async.ts';
import { errorFacts } from '../base/log/masked-log.ts';
import { type SecretChanges, type Secrets, SecretsError } from '../base/secrets.ts';
import type { Clock, Log } from '../base/system.ts';
import type { PinLock } from '../staff/index.ts';
import { type Environment, lockedSettings } from './environment.ts';
import { type LiveConfig, readLiveConfig, readLockedConfig, settingsInForce } from './live-config.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { changedAddresses, readSecretAddresses } from './secret-addresses.ts';
import { overlapMs, replacedKey } from './secret-keys.ts';
import { changedSettings } from './settings-change.ts';
import type { SettingsFile } from './settings-file.ts';

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
  pin: PinLock;
  secondPin: PinLock;
}

export async function openShopSettings(parts: {
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
  /** hears of the settings in force, at the start and after each save */
  changed(settings: Settings): void;
}): Promise<ShopSettings> {
  const { file, env, fleet, secrets, clock, pin, secondPin, log, desktop, changed } = parts;
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
    pin,
    secondPin,
  };
}
