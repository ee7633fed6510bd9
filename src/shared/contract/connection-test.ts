import { z } from 'zod';

/** The result of a live test of the connection; nothing is bought. */
export const ConnectionTest = z.object({
  /** "no_product": it answers, and does not know the product that was asked for */
  provider: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'bad_answer', 'no_product']),
  relay: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'taken']),
  /** of the product that was asked for and read */
  productName: z.string().optional(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** The result of a webhook that the counter sent to itself through the relay. */
export const RelayTrial = z.object({
  outcome: z.enum([
    'ok',
    'not_configured',
    'unreachable',
    /** the relay holds another secret for this mailbox, or has no such mailbox: it does not say which */
    'wrong_secret',
    /** wrong token */
    'refused',
    'taken',
    /** taken by the relay, and not in the mailbox within 15 s */
    'not_heard',
  ]),
  /** from sending it until it arrived; null unless ok */
  tookMs: z.int().nonnegative().nullable(),
});
export type RelayTrial = z.infer<typeof RelayTrial>;
