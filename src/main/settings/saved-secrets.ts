import { z } from 'zod';
import { type SecretName, secretNames } from '../../shared/contract/secret-name.ts';
import { secretTable } from '../../shared/contract/setting-table.ts';
import type { Settings, SettingsChange } from '../../shared/contract/settings.ts';
import type { SecretChanges, Secrets } from '../base/secrets.ts';
import type { ManagedSettings } from './managed-settings.ts';

/** What is kept, with the changes in it. */
export function changedSecrets(
  kept: { readonly [N in SecretName]?: string | undefined },
  changes: SecretChanges,
): Partial<Record<SecretName, string>> {
  const next: Partial<Record<SecretName, string>> = {};
  for (const name of secretNames) {
    const secret = changes[name] === undefined ? kept[name] : changes[name];
    if (secret !== undefined && secret !== null) next[name] = secret;
  }
  return next;
}

/** A key that was replaced: what it signed is still believed until then, since webhooks may be on their way. */
const Retired = z.array(z.object({ key: z.string().min(1), until: z.number() }));
export type RetiredKeys = z.infer<typeof Retired>;

/** How long a replaced key is believed where the owner names no date. */
export const overlapMs = 24 * 60 * 60_000;

export async function readRetiredKeys(secrets: Secrets): Promise<RetiredKeys> {
  const text = await secrets.read('oldSecretKeys');
  try {
    return text === null ? [] : Retired.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** What a webhook may be signed with at that moment (milliseconds since 1970): the key in use first, then retired ones. */
export function keysInForce(present: string | null, retired: RetiredKeys, now: number): string[] {
  return [...(present === null ? [] : [present]), ...retired.filter(({ until }) => now < until).map(({ key }) => key)];
}

/**
 * What puts the new key in force. The one before is believed until then (milliseconds since 1970), and kept after that, however
 * many follow: what it signed can still be checked again. One that is put in force again is not retired.
 */
export async function replacedKey(secrets: Secrets, next: string | null, until: number): Promise<SecretChanges> {
  const present = await secrets.read('secretKey');
  if (present === null || present === next) return { secretKey: next };
  const before = (await readRetiredKeys(secrets)).filter(({ key }) => key !== present);
  const retired = [{ key: present, until }, ...before].filter(({ key }) => key !== next);
  return { secretKey: next, oldSecretKeys: JSON.stringify(retired) };
}

const names = ['providerHeaders', 'secretKey', 'relayToken'] as const;
/** The secrets that belong to one address. */
export type AddressedSecret = (typeof names)[number];

/** Null where no address was set when the secret was saved. */
const Addresses = z.partialRecord(z.enum(names), z.string().nullable());
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
  const kept = parseAddresses(await secrets.read('secretAddresses'));
  const of = (name: AddressedSecret): string | null => {
    const part = secretTable[name].address;
    const before = (fleet.isMachineWide ? fleet.fixed[part]?.url : undefined) ?? saved[part].url;
    const address = kept === null ? 'unreadable' : kept[name];
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
  for (const name of names) {
    const part = secretTable[name].address;
    const given = change.secrets?.[name];
    if (given !== undefined && given !== null) next[name] = inForce[part].url;
    else if (given === undefined && (await secrets.read(name)) !== null) {
      next[name] = before[name] ?? change[part]?.url ?? null;
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
