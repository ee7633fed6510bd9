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

/** The first variant of a body that was received lately, and its way to the database. */
interface First {
  fingerprint: string;
  storing: Promise<undefined>;
}

/**
 * Bounds what one signed body brings to a mailbox. Nearly every body has one variant, and costs a look into memory; only from
 * the second on are they counted in the database. Answers undefined where the first one was stored.
 */
export function createVariants(parts: {
  store: Pick<Store, 'appendVariants'>;
  soon: (run: () => void) => void;
  wake: (mailbox: string) => Promise<void> | null;
  /** stores the first variant of a body */
  keepFirst: (webhook: NewWebhook) => Promise<undefined>;
}): (webhook: NewWebhook, signedBody: string) => Promise<VariantOutcome | undefined> {
  const { store, soon, wake, keepFirst } = parts;
  /** by body alone: one that another mailbox received as well is counted in the database, which tells them apart */
  const firsts = newestUsed<First>(maxBodies);
  const full = newestUsed<true>(maxBodies);
  const append = together<Variant, VariantOutcome>({
    soon,
    most: maxBatch,
    work: async (variants) => {
      const outcomes = await store.appendVariants(variants);
      for (const mailbox of new Set(variants.map((one) => one.mailbox))) void wake(mailbox);
      return outcomes;
    },
  });
  const keepVariant = async (webhook: NewWebhook, signedBody: string, first: First): Promise<VariantOutcome> => {
    const key = `${webhook.mailbox} ${signedBody}`;
    if (full.get(key)) return 'full';
    // The first may be on its way to the database still: it is counted too.
    await first.storing.catch(() => undefined);
    const outcome = await append({ ...webhook, signedBody });
    if (outcome === 'full') full.set(key, true);
    return outcome;
  };
  // No frame of its own for the first: thousands a second are nothing else.
  return (webhook, signedBody) => {
    const { fingerprint } = webhook;
    const first = firsts.get(signedBody);
    if (first !== undefined && first.fingerprint !== fingerprint) return keepVariant(webhook, signedBody, first);
    const storing = keepFirst(webhook);
    if (first === undefined) firsts.set(signedBody, { fingerprint, storing });
    else first.storing = storing;
    return storing;
  };
}
