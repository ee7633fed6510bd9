import { renameSync, statSync } from 'node:fs';
import pino from 'pino';
import type { Log, LogFact } from '../ports/log.ts';

const largestBytes = 2_000_000;

/** The log of the program, a line of JSON for each thing said. At the start a large one gives way, and one old one is kept. */
export function fileLog(path: string): Log {
  makeRoom(path);
  const lines = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: path, sync: true, mode: 0o600, mkdir: true }),
  );
  return {
    info: (what, facts) => lines.info(masked(facts), what),
    warn: (what, facts) => lines.warn(masked(facts), what),
    error: (what, facts) => lines.error(masked(facts), what),
  };
}

/** Customers' numbers have no business in a log. Should one slip in, only its end is seen. */
export function masked(facts: Readonly<Record<string, LogFact>> = {}): Record<string, LogFact> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'string' ? fact.replaceAll(/\d{6,}/g, (digits) => `…${digits.slice(-3)}`) : fact,
    ]),
  );
}

function makeRoom(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestBytes) renameSync(path, `${path}.old`);
}
