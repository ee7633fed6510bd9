import type { z } from 'zod';
import { ProviderHeaders } from '../../shared/contract/addresses.ts';
import { fail, type Result } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import type { SecretName } from '../../shared/contract/secret-name.ts';
import { secretTable } from '../../shared/contract/setting-table.ts';
import { Settings } from '../../shared/contract/settings.ts';
import { shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { SalesRules } from '../sales/index.ts';
import { type Environment, type ManagedSettings, overlay, withoutFixed } from './managed-settings.ts';
import { type AddressedSecret, type RetiredKeys, readRetiredKeys, readSecretAddresses } from './saved-secrets.ts';
import { layered } from './settings-change.ts';

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
    const part = secretTable[name].address;
    const ofFile = fleet.fixed[part]?.url ?? fleet.defaults[part]?.url ?? saved[part].url;
    const address = ofFleet === undefined ? addresses[name] : ofFile;
    return address === settings[part].url ? (ofFleet ?? ofShop) : null;
  };
  const secretKey = env.secrets.secretKey ?? usable('secretKey', fleet.secrets.secretKey, kept.secretKey);
  const relayToken = env.secrets.relayToken ?? usable('relayToken', fleet.secrets.relayToken, kept.relayToken);
  const providerHeaders =
    env.secrets.providerHeaders ?? usable('providerHeaders', fleet.secrets.providerHeaders, kept.providerHeaders) ?? {};
  // Headers are optional, but not where some are kept for another address.
  const isWithheld =
    env.secrets.providerHeaders === undefined &&
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

/** The settings that selling goes by. Practice asks for no shift. */
export function counterRules(settings: Settings, mode: 'training' | 'live'): SalesRules {
  const { timeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople } = settings;
  const providerTimeZone = settings.provider.timeZone;
  const shiftsRequired = mode === 'live' && settings.shiftsRequired;
  const numberPlan = settings.numberPlan ?? shippedNumberPlan;
  return { timeZone, providerTimeZone, inquiryMinutes, overdueMinutes, billFee, twoPeople, shiftsRequired, numberPlan };
}

/** Whether an address means this machine, as the settings' own schema lets it through over plain http. */
export function isOnLoopback(url: string | null): boolean {
  return url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}

/**
 * Training starts by itself only where nobody has ever set anything live: no live setting, no live database. Where a shop
 * has gone live and its settings are missing, the counter stays live and refuses to sell, so that nobody takes cash against
 * a training receipt.
 */
export function startMode(known: { liveSettings: boolean; liveJournal: boolean }): 'training' | 'live' {
  return known.liveSettings || known.liveJournal ? 'live' : 'training';
}
