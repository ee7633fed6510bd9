import type { Clock, Log, LogFact } from '../system.ts';
import { maskedLog } from './masked-log.ts';

/** One kind of warning or error. */
export interface Trouble {
  /** last occurrence, milliseconds since 1970 */
  at: number;
  level: 'warn' | 'error';
  what: string;
  facts: Readonly<Record<string, LogFact>>;
  /** occurrences; the same entry is counted, not listed again */
  times: number;
}

export interface RecentTrouble {
  /** writes into the host's log, masked */
  log: Log;
  /** newest first, since the start of the program */
  list(): Trouble[];
}

const kept = 30;

/** A log that remembers its last warnings and errors, for diagnostics. */
export function rememberTrouble(inner: Log, clock: Clock): RecentTrouble {
  const troubles = new Map<string, Trouble>();
  const remember =
    (level: Trouble['level']): Log['warn'] =>
    (what, facts = {}) => {
      const key = JSON.stringify([level, what, facts]);
      const before = troubles.get(key);
      troubles.delete(key);
      troubles.set(key, { at: clock.now(), level, what, facts, times: (before?.times ?? 0) + 1 });
      for (const oldest of troubles.keys()) {
        if (troubles.size <= kept) break;
        troubles.delete(oldest);
      }
      inner[level](what, facts);
    };
  return {
    log: maskedLog({ info: inner.info, warn: remember('warn'), error: remember('error') }),
    list: () => [...troubles.values()].toReversed(),
  };
}
