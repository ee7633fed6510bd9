import { fail, type KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import { timestamp } from './sale.ts';
import type { SalesContext } from './sales-ports.ts';

/**
 * Nothing is sold with a journal that is older than what was seen of it before a supervisor has decided so: what was sold since is
 * known to the provider only.
 */
export function checkOlderDatabase({ olderDatabase }: SalesContext): { ok: false; error: KonterError } | null {
  if (!olderDatabase) return null;
  return fail('not_allowed', 'The book is older than the one that was in use.', { reason: 'older_book' });
}

/** A supervisor has read what that means, and goes on; the log keeps who did. */
export async function acceptOlderDatabase(
  ports: SalesContext,
  pin: string | undefined,
): Promise<Result<Record<string, never>>> {
  if (!ports.olderDatabase) return ok({});
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  await ports.journal.acceptRollback(timestamp(ports));
  ports.olderDatabase = false;
  return ok({});
}
