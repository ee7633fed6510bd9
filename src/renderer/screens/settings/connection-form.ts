import { z } from 'zod';
import {
  ProviderUrl,
  ProxyUrl,
  RelayUrl,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/contract/settings.ts';
import { orNull, typedCodes, typedHeaders, typedSecret } from './typed-values.ts';

export const connectionForm = z.object({
  providerUrl: orNull(ProviderUrl),
  proxy: orNull(ProxyUrl),
  refusalCodes: typedCodes,
  providerHeaders: typedHeaders,
  secretKey: typedSecret,
  relayUrl: orNull(RelayUrl),
  mailbox: orNull(z.string().trim().max(200)),
  relayToken: typedSecret,
});

export type ConnectionTyped = z.input<typeof connectionForm>;

/** The form as it stands before anybody types: secrets are never shown. */
export function connectionTyped({ settings: { provider, relay } }: SettingsView): ConnectionTyped {
  return {
    providerUrl: provider.url ?? '',
    proxy: provider.proxy ?? '',
    refusalCodes: provider.refusalCodes.join(', '),
    providerHeaders: '',
    secretKey: '',
    relayUrl: relay.url ?? '',
    mailbox: relay.mailbox ?? '',
    relayToken: '',
  };
}

/** What changes: never what the environment gives, and of secrets only those that were typed. */
export function connectionChange(read: z.output<typeof connectionForm>, locked: readonly string[]): SettingsChange {
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
      ...(secretKey !== undefined && free('secretKey') ? { secretKey } : {}),
      ...(relayToken !== undefined && free('relayToken') ? { relayToken } : {}),
    },
  };
}
