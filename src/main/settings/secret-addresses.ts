import { z } from 'zod';
import type { Settings } from '../../shared/contract/settings.ts';
import type { SettingsChange } from '../../shared/contract/settings-change.ts';
import type { SecretChanges, Secrets } from '../base/secrets.ts';
import type { ManagedSettings } from './managed-settings.ts';

/** The secrets that belong to one address, with whose it is. */
export const addressedSecrets = { providerHeaders: 'provider', secretKey: 'provider', relayToken: 'relay' } as const;
export type AddressedSecret = keyof typeof addressedSecrets;
const names = ['providerHeaders', 'secretKey', 'relayToken'] as const satisfies readonly AddressedSecret[];

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
  const kept = parsed(await secrets.read('secretAddresses'));
  const of = (name: AddressedSecret): string | null => {
    const part = addressedSecrets[name];
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
    const part = addressedSecrets[name];
    const given = change.secrets?.[name];
    if (given !== undefined && given !== null) next[name] = inForce[part].url;
    else if (given === undefined && (await secrets.read(name)) !== null) {
      next[name] = before[name] ?? change[part]?.url ?? null;
    }
  }
  const isNothing = Object.keys(next).length === 0 && (await secrets.read('secretAddresses')) === null;
  return isNothing ? {} : { secretAddresses: JSON.stringify(next) };
}

function parsed(text: string | null): Addresses | null {
  try {
    return text === null ? {} : (Addresses.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}
