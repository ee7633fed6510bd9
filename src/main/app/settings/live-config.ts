import type { z } from 'zod';
import { fail, type Result } from '../../../shared/contract/errors.ts';
import { ProviderHeaders } from '../../../shared/contract/provider-headers.ts';
import type { SecretName } from '../../../shared/contract/secret-name.ts';
import { Settings } from '../../../shared/contract/settings.ts';
import type { Status } from '../../../shared/contract/status.ts';
import { type Secrets, SecretsError } from '../../ports/secrets.ts';
import { type Environment, overlay } from './environment.ts';
import type { Fleet } from './fleet-file.ts';
import { type RetiredKeys, readRetiredKeys } from './secret-keys.ts';
import { layered } from './setting-names.ts';

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

/** What wins, from the last word down: environment, what the fleet fixes, what is saved, the fleet's defaults, our own. */
export async function readLiveConfig(
  saved: Settings,
  env: Environment,
  secrets: Secrets,
  fleet: Fleet,
): Promise<LiveConfig> {
  const settings = overlay(Settings.parse(layered(saved, fleet.fixed)), env);
  const secretKey = env.KONTER_SECRET_KEY ?? fleet.secrets.secretKey ?? (await secrets.read('secretKey'));
  const relayToken = env.KONTER_RELAY_TOKEN ?? fleet.secrets.relayToken ?? (await secrets.read('relayToken'));
  const providerHeaders =
    env.KONTER_PROVIDER_HEADERS ??
    fleet.secrets.providerHeaders ??
    (await readJson(secrets, 'providerHeaders', ProviderHeaders)) ??
    {};
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
    missing: missingOf(parts),
    touched: Object.values(parts).some((part) => part !== null) || Object.keys(providerHeaders).length > 0,
  };
}

/**
 * The settings in force while the kept secrets cannot be opened. Nothing is sold, also where the environment gives every key:
 * which settings belong to the kept secrets is not known. It counts as touched, so that training does not begin by itself.
 */
export async function readLockedConfig(saved: Settings, env: Environment, fleet: Fleet): Promise<LiveConfig> {
  const nothing: Secrets = { read: async () => null, write: () => Promise.reject(new SecretsError('secrets_locked')) };
  const config = await readLiveConfig(saved, env, nothing, fleet);
  const known = config.missing.filter((name) => name !== 'secretKey' && name !== 'relayToken');
  return { ...config, missing: [...known, 'secrets'], touched: true };
}

/** Set where the kept secrets could not be opened when these settings were read. */
export function whySecretsLocked({ missing }: Pick<LiveConfig, 'missing'>): Result<never> | null {
  const reason = 'secrets_locked';
  return missing.includes('secrets') ? fail('not_configured', new SecretsError(reason).message, { reason }) : null;
}

function missingOf(parts: Record<Exclude<Status['missing'][number], 'secrets'>, string | null>): Status['missing'] {
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
