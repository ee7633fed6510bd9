import { hash } from 'node:crypto';
import { newestUsed } from './newest-used.ts';
import type { NewWebhook, Store, Variant, VariantOutcome } from './store.ts';
import { together } from './together.ts';

/** The refs and event names that one signed body may come with: neither is signed, and both are kept. */
export const maxVariants = 32;

/** Bodies that are remembered; of one that is forgotten the database knows how many variants it keeps. */
const maxBodies = 10_000;
const maxBatch = 500;

/** What tells a signed body from others of its mailbox: a checked signature does; one that nobody checked may be any text. */
export const signedBodyOf = (webhook: NewWebhook, keyless: boolean): string =>
  keyless
    ? hash('sha256', Buffer.concat([Buffer.from(`${webhook.signature.toLowerCase()}\n`), webhook.body]), 'base64url')
    : webhook.signature.toLowerCase();

/**
 * Bounds what one signed body brings to a mailbox. Nearly every body has one variant, and costs a look into memory; only from
 * the second on are they counted in the database.
 */
export function createVariants(parts: {
  store: Pick<Store, 'appendVariants'>;
  soon: (run: () => void) => void;
  wake: (mailbox: string) => Promise<void> | null;
  /** stores the first variant of a body */
  keepFirst: (webhook: NewWebhook) => Promise<void>;
}): (webhook: NewWebhook, signedBody: string) => Promise<VariantOutcome> {
  const { store, soon, wake, keepFirst } = parts;
  /** the fingerprint of the first variant, by body */
  const firsts = newestUsed<string>(maxBodies);
  const full = newestUsed<true>(maxBodies);
  /** first variants on their way to the database: the others wait for them, and then count them */
  const underWay = new Map<string, Promise<void>>();
  const append = together<Variant, VariantOutcome>({
    soon,
    most: maxBatch,
    work: async (variants) => {
      const outcomes = await store.appendVariants(variants);
      for (const mailbox of new Set(variants.map((one) => one.mailbox))) void wake(mailbox);
      return outcomes;
    },
  });
  return async (webhook, signedBody) => {
    const key = `${webhook.mailbox} ${signedBody}`;
    const first = firsts.get(key);
    if (first === undefined || first === webhook.fingerprint) {
      if (first === undefined) firsts.set(key, webhook.fingerprint);
      const storing = keepFirst(webhook);
      underWay.set(key, storing);
      try {
        await storing;
      } finally {
        underWay.delete(key);
      }
      return 'kept';
    }
    if (full.get(key)) return 'full';
    await underWay.get(key)?.catch(() => undefined);
    const outcome = await append({ ...webhook, signedBody });
    if (outcome === 'full') full.set(key, true);
    return outcome;
  };
}
