import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Settings, SettingsView } from '../../shared/contract/settings.ts';
import type { SecretChanges, Secrets } from '../base/secrets.ts';

/**
 * Which tests the connection passed. Kept as digests of the addresses and keys that were tested: a test of others does not count.
 * The digests are of secrets, so they are kept where those are.
 */
export type TestedParts = SettingsView['tested'];

const parts = ['relay', 'provider', 'product'] as const;
const Digests = z.partialRecord(z.enum(parts), z.string());
type Digests = z.infer<typeof Digests>;

interface Tested {
  settings: Pick<Settings, 'relay' | 'provider'>;
  providerHeaders: Readonly<Record<string, string>>;
  secretKey: string | null;
  relayToken: string | null;
}

export async function readTestedParts(secrets: Secrets, config: Tested): Promise<TestedParts> {
  const digests = await readDigests(secrets);
  const isTested = (part: (typeof parts)[number]): boolean => digests[part] === digestOf(part, config);
  return { relay: isTested('relay'), provider: isTested('provider'), product: isTested('product') };
}

/** @param config what was tested; @param results of these tests, the others stay */
export async function changedTests(
  secrets: Secrets,
  config: Tested,
  results: Partial<TestedParts>,
): Promise<SecretChanges> {
  const digests: Digests = await readDigests(secrets);
  for (const part of parts) {
    if (results[part] === true) digests[part] = digestOf(part, config);
    if (results[part] === false) delete digests[part];
  }
  return { testedParts: JSON.stringify(digests) };
}

async function readDigests(secrets: Secrets): Promise<Digests> {
  const text = await secrets.read('testedParts');
  try {
    return text === null ? {} : (Digests.safeParse(JSON.parse(text)).data ?? {});
  } catch {
    return {};
  }
}

function digestOf(part: (typeof parts)[number], { settings, secretKey, relayToken, providerHeaders }: Tested): string {
  const { relay, provider } = settings;
  const tested =
    part === 'relay'
      ? [relay.url, relay.mailbox, relayToken, secretKey]
      : [provider.url, Object.entries(providerHeaders)];
  return createHash('sha256').update(JSON.stringify(tested)).digest('hex');
}
