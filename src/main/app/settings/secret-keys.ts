import { z } from 'zod';
import type { Secrets } from '../../ports/secrets.ts';

/** A key that was replaced: what it signed is still believed until then, since webhooks may be on their way. */
const Retired = z.array(z.object({ key: z.string().min(1), until: z.number() }));
export type RetiredKeys = z.infer<typeof Retired>;

const overlapMs = 24 * 60 * 60_000;
const kept = 5;

export async function readRetiredKeys(secrets: Secrets): Promise<RetiredKeys> {
  const text = await secrets.read('oldSecretKeys');
  try {
    return text === null ? [] : Retired.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Puts the new key in force; the one before verifies for another day and is kept after that. */
export async function replaceSecretKey(secrets: Secrets, next: string | null, now: number): Promise<void> {
  const present = await secrets.read('secretKey');
  if (present !== null && present !== next) {
    const retired = [{ key: present, until: now + overlapMs }, ...(await readRetiredKeys(secrets))];
    await secrets.write('oldSecretKeys', JSON.stringify(retired.slice(0, kept)));
  }
  await secrets.write('secretKey', next);
}
