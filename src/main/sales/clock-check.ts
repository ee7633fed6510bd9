import { fail, type KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { isInCutOff } from '../../shared/domain/cut-off.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { timestamp } from './sale.ts';
import type { SalesContext } from './sales-ports.ts';

const maxDifferenceMs = 2 * 60_000;

/**
 * How far the relay's clock is ahead of this machine's, in milliseconds, where the two differ by more than two minutes and the
 * owner has not accepted that; else null.
 */
export function clockDifference({ relayAheadMs, acceptedAheadMs }: SalesContext): number | null {
  const ahead = relayAheadMs();
  if (ahead === null || Math.abs(ahead) <= maxDifferenceMs) return null;
  return acceptedAheadMs !== null && Math.abs(ahead - acceptedAheadMs) <= maxDifferenceMs ? null : ahead;
}

/** Nothing is sold on a day, or in or out of a product's pause, of which the two clocks tell differently. */
export function checkClock(ports: SalesContext, product: Product): { ok: false; error: KonterError } | null {
  const ahead = clockDifference(ports);
  if (ahead === null) return null;
  const { timeZone, providerTimeZone } = ports.rules();
  const here = ports.clock.now();
  const sameDay = wallClock(here, timeZone).day === wallClock(here + ahead, timeZone).day;
  const isPaused = (at: number): boolean => isInCutOff(product.cutOff, wallClock(at, providerTimeZone).time);
  if (sameDay && isPaused(here) === isPaused(here + ahead)) return null;
  return fail('not_allowed', 'The clocks of this machine and of the relay differ.', { reason: 'clock_differs' });
}

/** The owner goes on with this machine's clock, while the counter runs and the difference stays: the relay's may be the wrong one. */
export async function acceptClock(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  const ahead = clockDifference(ports);
  if (ahead === null) return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  await ports.journal.commit({
    sale: null,
    event: { type: 'clock.accepted', at: timestamp(ports), actor: 'supervisor', data: { aheadMs: ahead }, bodies: [] },
  });
  ports.acceptedAheadMs = ahead;
  return ok({});
}
