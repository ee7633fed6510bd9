import type { HeardWebhook, Hearing } from '../../ports/heard-webhook.ts';
import type { Change } from '../../ports/journal.ts';
import type { CounterAtWork, CounterPorts } from '../ports.ts';
import { timestamp } from '../sale.ts';
import { setAside } from './set-aside.ts';

/** What came without a signature of the shop's keys, since the counter was opened. */
export interface Unsigned {
  /** how much more is kept whole, in shares of `bytesOfAShare` */
  shares: number;
  /** when they were last counted, on the monotonic clock */
  countedAt: number;
  /** passed over and not yet written down */
  passedOver: number;
  writtenDownAt: number;
}

/** A shop takes less in a day, should its own key be wrong; a megabyte is the most they hold. */
const mostShares = 500;
const bytesOfAShare = 2048;
const oneMoreEachMs = 36_000;
const writeDown = { after: 1000, eachMs: 60_000 };

export const nothingUnsigned = (now: number): Unsigned => ({
  shares: mostShares,
  countedAt: now,
  passedOver: 0,
  writtenDownAt: now,
});

/**
 * Anybody can post into a mailbox whose relay holds no key. What fits no key of the shop may be forged, or may have met a
 * wrong key in the settings: it is kept whole and shown, but only so much of it, since the log never shrinks. Of the rest
 * the number is written down, now and then; until then the place in the mailbox stays where it was.
 */
export async function hearUnsigned(
  ports: CounterAtWork,
  heard: HeardWebhook,
  cursor: NonNullable<Change['cursor']>,
): Promise<Hearing> {
  const { unsigned } = ports;
  const now = ports.clock.monotonic();
  const more = Math.floor((now - unsigned.countedAt) / oneMoreEachMs);
  unsigned.countedAt += more * oneMoreEachMs;
  unsigned.shares = Math.min(mostShares, unsigned.shares + more);
  const needed = 1 + Math.floor(heard.body.length / bytesOfAShare);
  if (needed <= unsigned.shares) {
    await setAside(ports, heard, cursor, 'bad_signature');
    unsigned.shares -= needed;
    return 'kept';
  }
  unsigned.passedOver += 1;
  if (unsigned.passedOver < writeDown.after && now - unsigned.writtenDownAt < writeDown.eachMs) return 'passed_over';
  await writeDownPassedOver(ports, unsigned.passedOver, cursor);
  unsigned.passedOver = 0;
  unsigned.writtenDownAt = now;
  return 'kept';
}

async function writeDownPassedOver(
  ports: CounterPorts,
  count: number,
  cursor: NonNullable<Change['cursor']>,
): Promise<void> {
  ports.log.warn('many webhooks carry no signature of this shop: they are counted and not kept', { count });
  await ports.journal.commit({
    sale: null,
    event: { type: 'webhook.passed_over', at: timestamp(ports), actor: 'provider', data: { count }, bodies: [] },
    cursor,
  });
}
