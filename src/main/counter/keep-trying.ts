import { JournalFault, type JournalFaultKind } from '../ports/journal.ts';
import type { CounterPorts } from './ports.ts';

/** A full disk may be made room on, a backup lets go of the file: about a quarter of a minute in all. */
const pausesMs = [100, 500, 2000, 4000, 8000];

const passing: ReadonlySet<JournalFaultKind> = new Set(['full', 'read_only', 'locked', 'other']);

/**
 * Writes what must not be lost, and tries again while the journal's fault may pass.
 * @returns what was written, or null when it could not be: the log says so
 */
export async function keepTrying<T>(
  ports: Pick<CounterPorts, 'clock' | 'log'>,
  write: () => Promise<T>,
): Promise<T | null> {
  for (const [tries, pause] of [...pausesMs, null].entries()) {
    try {
      return await write();
    } catch (error) {
      ports.log.error('what the payment service said could not be written down', { fault: faultName(error), tries });
      const mayPass = error instanceof JournalFault && passing.has(error.kind);
      if (!mayPass || pause === null) return null;
      await ports.clock.sleep(pause);
    }
  }
  return null;
}

/** An error's kind without its message, which may hold a customer's data. */
export function faultName(error: unknown): string {
  if (error instanceof JournalFault) return `JournalFault ${error.kind}`;
  return error instanceof Error ? error.name : typeof error;
}
