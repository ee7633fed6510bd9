import type { Clock, Log, LogFact } from '../system.ts';

type Facts = Readonly<Record<string, LogFact>>;

/** Names of facts whose value is never logged. */
const hidden: ReadonlySet<string> = new Set(
  [
    [
      'token',
      'secret',
      'secretKey',
      'relayToken',
      'providerHeaders',
      'passphrase',
      'backupPassphrase',
      'pin',
      'authorization',
      'cookie',
      'mailbox',
    ],
    ['customerNo', 'customerName', 'name', 'sn', 'body', 'url'],
  ].flat(),
);

/** Longer than any word or path segment of ours, with both letters and digits: a token, a key, a signature. */
const keyLike = /(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{24,}/g;
const saleId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const manyDigits = /\d{6,}/g;

/**
 * Masks a text for the log: keeps only the end of a long number, and nothing of text that looks like a key. The shop's own sale
 * ids stay whole, because support needs them.
 */
export function maskedText(text: string): string {
  return text
    .split(/([\s"'(),;]+)/)
    .map((word) =>
      saleId.test(word)
        ? word
        : word.replaceAll(keyLike, '[key]').replaceAll(manyDigits, (digits) => `…${digits.slice(-3)}`),
    )
    .join('');
}

/** Callers pass no numbers, names or secrets. This catches mistakes. */
function masked(facts: Facts = {}): Record<string, LogFact> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      if (hidden.has(name)) return [name, '[hidden]'];
      return [name, typeof fact === 'string' ? maskedText(fact) : fact];
    }),
  );
}

/** A log that masks every entry. */
export function maskedLog(log: Log): Log {
  return {
    info: (message, facts) => log.info(maskedText(message), masked(facts)),
    warn: (message, facts) => log.warn(maskedText(message), masked(facts)),
    error: (message, facts) => log.error(maskedText(message), masked(facts)),
  };
}

/** The parts of an error that may be logged: its name and the system's code (EACCES, ENOSPC), never its message. */
export function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { error: error.name, ...(/^E[A-Z0-9]+$/.test(code) && { code }) };
}

/** One kind of warning or error. */
export interface Trouble {
  /** last occurrence, milliseconds since 1970 */
  at: number;
  level: 'warn' | 'error';
  message: string;
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

const maxTroubles = 30;

/** A log that remembers its last warnings and errors, for diagnostics. */
export function rememberTrouble(inner: Log, clock: Clock): RecentTrouble {
  const troubles = new Map<string, Trouble>();
  const remember =
    (level: Trouble['level']): Log['warn'] =>
    (message, facts = {}) => {
      const key = JSON.stringify([level, message, facts]);
      const before = troubles.get(key);
      troubles.delete(key);
      troubles.set(key, { at: clock.now(), level, message, facts, times: (before?.times ?? 0) + 1 });
      for (const oldest of troubles.keys()) {
        if (troubles.size <= maxTroubles) break;
        troubles.delete(oldest);
      }
      inner[level](message, facts);
    };
  return {
    log: maskedLog({ info: inner.info, warn: remember('warn'), error: remember('error') }),
    list: () => [...troubles.values()].toReversed(),
  };
}
