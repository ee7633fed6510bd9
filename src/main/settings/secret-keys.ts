import { z } from 'zod';
import type { SecretChanges, Secrets } from '../base/secrets.ts';

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
