import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Settings, SettingsChange } from '../../shared/contract/settings.ts';
import { readConnectionCode } from '../../shared/wire/connection-code.ts';

/**
 * The change with what its connection code holds in the code's place.
 * @param present the settings in force
 * @param locked see SettingsView
 */
export function expandConnectionCode(
  { connectionCode, ...change }: SettingsChange,
  present: Pick<Settings, 'provider' | 'relay'>,
  locked: readonly string[],
): Result<SettingsChange> {
  if (connectionCode === undefined) return ok(change);
  const fields = ['connectionCode'];
  const read = readConnectionCode(connectionCode);
  if (!read.ok) return fail('invalid_input', 'This is no connection code to use.', { reason: read.fault, fields });
  const { relayUrl, mailbox, token, secretKey, provider } = read.code;
  const { relay } = present;
  if (token === null && (relayUrl !== relay.url || mailbox !== relay.mailbox)) {
    return fail('invalid_input', 'The code has a key alone, of another mailbox.', { reason: 'code_no_token', fields });
  }
  // Saved headers are for the address that they were saved with; another provider's does not get them.
  const isOther = provider !== null && provider.url !== present.provider.url && !locked.includes('providerHeaders');
  const headers = provider?.headers ?? (isOther ? (change.secrets?.providerHeaders ?? null) : undefined);
  return ok({
    ...change,
    relay: { ...change.relay, url: relayUrl, mailbox },
    ...(provider === null ? {} : { provider: { ...change.provider, url: provider.url } }),
    secrets: {
      ...change.secrets,
      ...(token === null ? {} : { relayToken: token }),
      ...(secretKey === null ? {} : { secretKey }),
      ...(headers === undefined ? {} : { providerHeaders: headers }),
    },
  });
}
