import type { Settings, SettingsView } from '../../../shared/contract/settings.ts';
import type { SettingsChange } from '../../../shared/contract/settings-change.ts';
import { createInTurn } from '../../counter/in-turn.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { changedSettings } from './change.ts';
import { type Environment, lockedSettings } from './environment.ts';
import type { SettingsFile } from './file.ts';
import type { Fleet } from './fleet-file.ts';
import { type LiveConfig, readLiveConfig } from './live-config.ts';
import type { PinLock } from './pin-lock.ts';
import { overlapMs, replaceSecretKey } from './secret-keys.ts';

/** The shop's settings as they are in force, and the only way to change them. */
export interface ShopSettings {
  config(): LiveConfig;
  locked(): string[];
  view(mode: 'training' | 'live'): Promise<SettingsView>;
  /** Saves what the change holds; the caller has checked locks and PIN. */
  save(change: SettingsChange): Promise<void>;
  pin: PinLock;
  secondPin: PinLock;
}

export async function openShopSettings(parts: {
  file: SettingsFile;
  env: Environment;
  fleet: Fleet;
  secrets: Secrets;
  clock: Clock;
  pin: PinLock;
  secondPin: PinLock;
  /** whether the host has a window and a system to start with */
  desktop: boolean;
  /** hears of the settings in force, at the start and after each save */
  changed(settings: Settings): void;
}): Promise<ShopSettings> {
  const { file, env, fleet, secrets, clock, pin, secondPin, desktop, changed } = parts;
  let saved = await file.read();
  let config = await readLiveConfig(saved, env, secrets, fleet);
  changed(config.settings);
  /** one after the other: of two side by side, the one that was read last would be in force without the other */
  const inTurn = createInTurn();
  const keepSecrets = async (change: SettingsChange): Promise<void> => {
    const given = change.secrets ?? {};
    if (given.secretKey !== undefined) {
      const until = given.retireOldKeyAt === undefined ? null : Date.parse(given.retireOldKeyAt);
      await replaceSecretKey(secrets, given.secretKey, until ?? clock.now() + overlapMs);
    }
    if (given.relayToken !== undefined) await secrets.write('relayToken', given.relayToken);
    if (given.providerHeaders !== undefined) {
      const text = given.providerHeaders === null ? null : JSON.stringify(given.providerHeaders);
      await secrets.write('providerHeaders', text);
    }
    if (change.supervisorPin) await pin.set(change.supervisorPin.next);
    if (change.secondPin) await secondPin.set(change.secondPin.next);
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
      inTurn(async () => {
        const next = changedSettings(saved, change);
        // The file first: what it does not take is not half in force through its secrets, nor saved with the next change.
        await file.write(next);
        try {
          await keepSecrets(change);
        } catch (error) {
          await file.write(saved);
          throw error;
        }
        saved = next;
        config = await readLiveConfig(saved, env, secrets, fleet);
        changed(config.settings);
      }),
    pin,
    secondPin,
  };
}
