import type { z } from 'zod';
import { fail, type Result } from '../../shared/contract/errors.ts';
import { ProviderHeaders } from '../../shared/contract/provider-headers.ts';
import type { SecretName } from '../../shared/contract/secret-name.ts';
import { Settings } from '../../shared/contract/settings.ts';
import type { Status } from '../../shared/contract/status.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import { type Environment, overlay, withoutFixed } from './environment.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { type AddressedSecret, addressedSecrets, readSecretAddresses } from './secret-addresses.ts';
import { type RetiredKeys, readRetiredKeys } from './secret-keys.ts';
import { layered } from './setting-keys.ts';

/** The settings in force, with the secrets that belong to them. Lives in memory only. */
export interface LiveConfig {
  settings: Settings;
  providerHeaders: Readonly<Record<string, string>>;
  secretKey: string | null;
  retiredKeys: RetiredKeys;
  relayToken: string | null;
  /** what a person must still set before anything can be sold */
  missing: Status['missing'];
  /** whether anybody ever set anything of a live connection */
  touched: boolean;
}

/** What wins, from the last word down: the machine's own file, environment, what a named file fixes, what is saved, defaults, our own. */
export function settingsInForce(saved: Settings, env: Environment, fleet: ManagedSettings): Settings {
  return overlay(Settings.parse(layered(saved, fleet.fixed)), withoutFixed(env, fleet));
}

/** A saved secret, and one of a fleet's file, counts only where the address in force is the one that it is for. */
export async function readLiveConfig(
  saved: Settings,
  given: Environment,
  secrets: Secrets,
  fleet: ManagedSettings,
): Promise<LiveConfig> {
  const env = withoutFixed(given, fleet);
  const settings = settingsInForce(saved, given, fleet);
  const kept = {
    secretKey: await secrets.read('secretKey'),
    relayToken: await secrets.read('relayToken'),
    providerHeaders: await readJson(secrets, 'providerHeaders', ProviderHeaders),
  };
  const addresses = await readSecretAddresses(secrets, saved, fleet);
  const usable = <T>(name: AddressedSecret, ofFleet: T | undefined, ofShop: T | null): T | null => {
    const part = addressedSecrets[name];
    const ofFile = fleet.fixed[part]?.url ?? fleet.defaults[part]?.url ?? saved[part].url;
    const address = ofFleet === undefined ? addresses[name] : ofFile;
    return address === settings[part].url ? (ofFleet ?? ofShop) : null;
  };
  const secretKey = env.KONTER_SECRET_KEY ?? usable('secretKey', fleet.secrets.secretKey, kept.secretKey);
  const relayToken = env.KONTER_RELAY_TOKEN ?? usable('relayToken', fleet.secrets.relayToken, kept.relayToken);
  const providerHeaders =
    env.KONTER_PROVIDER_HEADERS ?? usable('providerHeaders', fleet.secrets.providerHeaders, kept.providerHeaders) ?? {};
  // Headers are optional, but not where some are kept for another address.
  const isWithheld =
    env.KONTER_PROVIDER_HEADERS === undefined &&
    Object.keys(providerHeaders).length === 0 &&
    Object.keys(fleet.secrets.providerHeaders ?? kept.providerHeaders ?? {}).length > 0;
  const parts = {
    providerUrl: settings.provider.url,
    secretKey,
    relayUrl: settings.relay.url,
    relayMailbox: settings.relay.mailbox,
    relayToken,
  };
  return {
    settings,
    providerHeaders,
    secretKey,
    retiredKeys: await readRetiredKeys(secrets),
    relayToken,
    missing: [...missingOf(parts), ...(isWithheld ? (['providerHeaders'] as const) : [])],
    touched:
      [...Object.values(parts), ...Object.values(kept)].some((part) => part !== null) ||
      Object.keys(providerHeaders).length > 0,
  };
}

/**
 * The settings in force while the kept secrets cannot be opened. Nothing is sold, also where the environment gives every key:
 * which settings belong to the kept secrets is not known. It counts as touched, so that training does not begin by itself.
 */
export async function readLockedConfig(saved: Settings, env: Environment, fleet: ManagedSettings): Promise<LiveConfig> {
  const nothing: Secrets = { read: async () => null, write: () => Promise.reject(new SecretsError('secrets_locked')) };
  const config = await readLiveConfig(saved, env, nothing, fleet);
  const known = config.missing.filter((name) => name !== 'secretKey' && name !== 'relayToken');
  return { ...config, missing: [...known, 'secrets'], touched: true };
}

/** Set where the kept secrets could not be opened when these settings were read. */
export function checkSecretsReadable({ missing }: Pick<LiveConfig, 'missing'>): Result<never> | null {
  const reason = 'secrets_locked';
  return missing.includes('secrets') ? fail('not_configured', new SecretsError(reason).message, { reason }) : null;
}

type Part = Exclude<Status['missing'][number], 'providerHeaders' | 'secrets'>;

function missingOf(parts: Record<Part, string | null>): Part[] {
  const names = ['providerUrl', 'secretKey', 'relayUrl', 'relayMailbox', 'relayToken'] as const;
  return names.filter((name) => parts[name] === null || parts[name] === '');
}

async function readJson<S extends z.ZodType>(
  secrets: Secrets,
  name: SecretName,
  schema: S,
): Promise<z.output<S> | null> {
  const text = await secrets.read(name);
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
