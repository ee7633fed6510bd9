import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail, type Result } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import { type SecretName, secretNames } from '../../shared/contract/secret-name.ts';
import { secretTable } from '../../shared/contract/setting-table.ts';
import { Settings, type SettingsChange, type SettingsView } from '../../shared/contract/settings.ts';
import { ProviderHeaders } from '../../shared/domain/addresses.ts';
import { shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import { readSecretJson, type SecretChanges, type Secrets, SecretsError } from '../base/secrets.ts';
import { type Environment, layered, type ManagedSettings, overlay, withoutFixed } from './managed-settings.ts';

/** The settings in force, with the secrets that belong to them. Lives in memory only. */
export interface LiveConfig {
  settings: Settings;
  providerHeaders: Readonly<Record<string, string>>;
  secretKey: string | null;
  retiredKeys: RetiredKeys;
  relayToken: string | null;
  /** settings that must be set before anything can be sold */
  missing: Status['missing'];
  /** whether anybody ever set anything of a live connection */
  touched: boolean;
  tested: TestedParts;
}

/**
 * Precedence, highest first: the machine's own file, environment, fixed settings of a named file, saved settings, defaults,
 * built-in values.
 */
export function settingsInForce(saved: Settings, env: Environment, fleet: ManagedSettings): Settings {
  return overlay(Settings.parse(layered(saved, fleet.fixed)), withoutFixed(env, fleet));
}

/** A saved secret, and one of a fleet's file, counts only where the address in force is the one that it is for. */
export async function readLiveConfig(
  saved: Settings,
  environment: Environment,
  secrets: Secrets,
  fleet: ManagedSettings,
): Promise<LiveConfig> {
  const env = withoutFixed(environment, fleet);
  const settings = settingsInForce(saved, environment, fleet);
  const storedSecrets = {
    secretKey: await secrets.read('secretKey'),
    relayToken: await secrets.read('relayToken'),
    providerHeaders: await readSecretJson(secrets, 'providerHeaders', ProviderHeaders),
  };
  const addresses = await readSecretAddresses(secrets, saved, fleet);
  const usable = <T>(name: AddressedSecret, ofFleet: T | undefined, ofShop: T | null): T | null => {
    const target = secretTable[name].address;
    const ofFile = fleet.fixed[target]?.url ?? fleet.defaults[target]?.url ?? saved[target].url;
    const address = ofFleet === undefined ? addresses[name] : ofFile;
    return address === settings[target].url ? (ofFleet ?? ofShop) : null;
  };
  const secretKey = env.secrets.secretKey ?? usable('secretKey', fleet.secrets.secretKey, storedSecrets.secretKey);
  const relayToken = env.secrets.relayToken ?? usable('relayToken', fleet.secrets.relayToken, storedSecrets.relayToken);
  const providerHeaders =
    env.secrets.providerHeaders ??
    usable('providerHeaders', fleet.secrets.providerHeaders, storedSecrets.providerHeaders) ??
    {};
  // Headers are optional, but not where some are kept for another address.
  const isWithheld =
    env.secrets.providerHeaders === undefined &&
    Object.keys(providerHeaders).length === 0 &&
    Object.keys(fleet.secrets.providerHeaders ?? storedSecrets.providerHeaders ?? {}).length > 0;
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
    tested: await readTestedParts(secrets, { settings, providerHeaders, secretKey, relayToken }),
    missing: [...missingOf(parts), ...(isWithheld ? (['providerHeaders'] as const) : [])],
    touched:
      [...Object.values(parts), ...Object.values(storedSecrets)].some((value) => value !== null) ||
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
  const missing = config.missing.filter((name) => name !== 'secretKey' && name !== 'relayToken');
  return { ...config, missing: [...missing, 'secrets'], touched: true };
}

/** Set where the kept secrets could not be opened when these settings were read. */
export function checkSecretsReadable({ missing }: Pick<LiveConfig, 'missing'>): Result<never> | null {
  const reason = 'secrets_locked';
  return missing.includes('secrets') ? fail('not_configured', new SecretsError(reason).message, { reason }) : null;
}

type RequiredName = Exclude<Status['missing'][number], 'providerHeaders' | 'secrets'>;

function missingOf(parts: Record<RequiredName, string | null>): RequiredName[] {
  const names = ['providerUrl', 'secretKey', 'relayUrl', 'relayMailbox', 'relayToken'] as const;
  return names.filter((name) => parts[name] === null || parts[name] === '');
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
 * A counter starts in training only where no live setting and no live database exist. A live shop whose settings are missing
 * stays live and refuses to sell, so that no cash is taken against a training receipt.
 */
export function startMode(traces: { liveSettings: boolean; liveJournal: boolean }): 'training' | 'live' {
  return traces.liveSettings || traces.liveJournal ? 'live' : 'training';
}

/** The stored secrets with the changes applied. */
export function changedSecrets(
  storedSecrets: { readonly [N in SecretName]?: string | undefined },
  changes: SecretChanges,
): Partial<Record<SecretName, string>> {
  const next: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const secret = changes[name] === undefined ? storedSecrets[name] : changes[name];
    if (secret !== undefined && secret !== null) next[name] = secret;
  }
  return next;
}

/** A replaced key: its signatures are accepted until then, since webhooks may be on their way. */
const Retired = z.array(z.object({ key: z.string().min(1), until: z.number() }));
export type RetiredKeys = z.infer<typeof Retired>;

/** How long a replaced key is believed where the owner names no date. */
export const overlapMs = 24 * 60 * 60_000;

const readRetiredKeys = async (secrets: Secrets): Promise<RetiredKeys> =>
  (await readSecretJson(secrets, 'oldSecretKeys', Retired)) ?? [];

/**
 * The keys that may have signed a webhook at that moment (milliseconds since 1970): the current key first, then retired ones.
 */
export function keysInForce(present: string | null, retired: RetiredKeys, now: number): string[] {
  return [...(present === null ? [] : [present]), ...retired.filter(({ until }) => now < until).map(({ key }) => key)];
}

/**
 * Rotates to a new key. The old key is accepted until then (milliseconds since 1970); afterwards it is kept, so that stored
 * webhooks can be verified again. A key that becomes current again is not retired.
 */
export async function replacedKey(secrets: Secrets, next: string | null, until: number): Promise<SecretChanges> {
  const present = await secrets.read('secretKey');
  if (present === null || present === next) return { secretKey: next };
  const before = (await readRetiredKeys(secrets)).filter(({ key }) => key !== present);
  const retired = [{ key: present, until }, ...before].filter(({ key }) => key !== next);
  return { secretKey: next, oldSecretKeys: JSON.stringify(retired) };
}

const addressedSecrets = ['providerHeaders', 'secretKey', 'relayToken'] as const;
/** The secrets that belong to one address. */
type AddressedSecret = (typeof addressedSecrets)[number];

/** Null where no address was set when the secret was saved. */
const Addresses = z.partialRecord(z.enum(addressedSecrets), z.string().nullable());
type Addresses = z.infer<typeof Addresses>;

/**
 * For each saved secret the address that it was saved for. One that was saved before addresses were kept beside secrets belongs to
 * the machine's fixed address, else to the saved one. A record that cannot be read gives no secret an address.
 */
export async function readSecretAddresses(
  secrets: Secrets,
  saved: Settings,
  fleet: ManagedSettings,
): Promise<Required<Addresses>> {
  const addresses = parseAddresses(await secrets.read('secretAddresses'));
  const of = (name: AddressedSecret): string | null => {
    const target = secretTable[name].address;
    const before = (fleet.isMachineWide ? fleet.fixed[target]?.url : undefined) ?? saved[target].url;
    const address = addresses === null ? 'unreadable' : addresses[name];
    return address === undefined ? before : address;
  };
  return { providerHeaders: of('providerHeaders'), secretKey: of('secretKey'), relayToken: of('relayToken') };
}

/**
 * The addresses to keep with a change of settings, or nothing where it touches none. A new secret is for the address in force after
 * the change. A kept one stays with its own, but one that was saved before any address takes the first that is saved.
 */
export async function changedAddresses(
  secrets: Secrets,
  change: SettingsChange,
  before: Required<Addresses>,
  inForce: Settings,
): Promise<SecretChanges> {
  if (change.secrets === undefined && change.provider?.url === undefined && change.relay?.url === undefined) return {};
  const next: Addresses = {};
  for (const name of addressedSecrets) {
    const target = secretTable[name].address;
    const secret = change.secrets?.[name];
    if (secret !== undefined && secret !== null) next[name] = inForce[target].url;
    else if (secret === undefined && (await secrets.read(name)) !== null) {
      next[name] = before[name] ?? change[target]?.url ?? null;
    }
  }
  const isNothing = Object.keys(next).length === 0 && (await secrets.read('secretAddresses')) === null;
  return isNothing ? {} : { secretAddresses: JSON.stringify(next) };
}

function parseAddresses(text: string | null): Addresses | null {
  try {
    return text === null ? {} : (Addresses.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/**
 * Which tests the connection passed. Kept as digests of the addresses and keys that were tested: a test of others does not count.
 * The digests are of secrets, so they are kept where those are.
 */
export type TestedParts = SettingsView['tested'];

const testedParts = ['relay', 'provider', 'product'] as const;
const Digests = z.partialRecord(z.enum(testedParts), z.string());
type Digests = z.infer<typeof Digests>;

interface Tested {
  settings: Pick<Settings, 'relay' | 'provider'>;
  providerHeaders: Readonly<Record<string, string>>;
  secretKey: string | null;
  relayToken: string | null;
}

async function readTestedParts(secrets: Secrets, config: Tested): Promise<TestedParts> {
  const digests = await readDigests(secrets);
  const isTested = (target: (typeof testedParts)[number]): boolean => digests[target] === digestOf(target, config);
  return { relay: isTested('relay'), provider: isTested('provider'), product: isTested('product') };
}

/** @param config what was tested; @param results of these tests, the others stay */
export async function changedTests(
  secrets: Secrets,
  config: Tested,
  results: Partial<TestedParts>,
): Promise<SecretChanges> {
  const digests: Digests = await readDigests(secrets);
  for (const target of testedParts) {
    if (results[target] === true) digests[target] = digestOf(target, config);
    if (results[target] === false) delete digests[target];
  }
  return { testedParts: JSON.stringify(digests) };
}

const readDigests = async (secrets: Secrets): Promise<Digests> =>
  (await readSecretJson(secrets, 'testedParts', Digests)) ?? {};

function digestOf(
  target: (typeof testedParts)[number],
  { settings, secretKey, relayToken, providerHeaders }: Tested,
): string {
  const { relay, provider } = settings;
  const tested =
    target === 'relay'
      ? [relay.url, relay.mailbox, relayToken, secretKey]
      : [provider.url, Object.entries(providerHeaders)];
  return createHash('sha256').update(JSON.stringify(tested)).digest('hex');
}
