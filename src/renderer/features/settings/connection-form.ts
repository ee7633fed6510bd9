import { z } from 'zod';
import { ProviderUrl, ProxyUrl, RelayUrl } from '../../../shared/contract/addresses.ts';
import type { SettingsChange, SettingsView } from '../../../shared/contract/settings.ts';
import { endOfDay } from './day-end.ts';
import { orNull, typedCodes, typedHeaders, typedSecret } from './typed-values.ts';

/**
 * @param today the shop's, YYYY-MM-DD: an old key cannot have been given up before
 * @param zone the shop's
 */
export const connectionForm = (today: string, zone: string) =>
  z.object({
    providerUrl: orNull(ProviderUrl),
    proxy: orNull(ProxyUrl),
    refusalCodes: typedCodes,
    providerHeaders: typedHeaders,
    secretKey: typedSecret,
    /** the last day on which the key that is replaced is believed */
    retireOn: z.iso
      .date()
      .refine((day) => day >= today)
      .transform((day) => endOfDay(day, zone)),
    relayUrl: orNull(RelayUrl),
    mailbox: orNull(z.string().trim().max(200)),
    relayToken: typedSecret,
  });

export type ConnectionTyped = z.input<ReturnType<typeof connectionForm>>;

/** The form as it stands before anybody types: secrets are never shown. */
export function connectionTyped({ settings: { provider, relay } }: SettingsView, retireOn: string): ConnectionTyped {
  return {
    providerUrl: provider.url ?? '',
    proxy: provider.proxy ?? '',
    refusalCodes: provider.refusalCodes.join(', '),
    providerHeaders: '',
    secretKey: '',
    retireOn,
    relayUrl: relay.url ?? '',
    mailbox: relay.mailbox ?? '',
    relayToken: '',
  };
}

/**
 * What changes: never what the environment gives, and of secrets only those that were typed.
 * @param replaces there is a key already, which is believed for a while longer
 */
export function connectionChange(
  read: z.output<ReturnType<typeof connectionForm>>,
  locked: readonly string[],
  replaces: boolean,
): SettingsChange {
  const free = (name: string): boolean => !locked.includes(name);
  const { providerHeaders, secretKey, relayToken } = read;
  return {
    provider: {
      ...(free('provider.url') ? { url: read.providerUrl } : {}),
      proxy: read.proxy,
      refusalCodes: read.refusalCodes,
    },
    relay: {
      ...(free('relay.url') ? { url: read.relayUrl } : {}),
      ...(free('relay.mailbox') ? { mailbox: read.mailbox } : {}),
    },
    secrets: {
      ...(providerHeaders !== undefined && free('providerHeaders') ? { providerHeaders } : {}),
      ...(secretKey !== undefined && free('secretKey')
        ? { secretKey, ...(replaces ? { retireOldKeyAt: read.retireOn } : {}) }
        : {}),
      ...(relayToken !== undefined && free('relayToken') ? { relayToken } : {}),
    },
  };
}
