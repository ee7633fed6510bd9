import type { Log, LogFact } from '../../src/main/base/system.ts';

export interface HeardLine {
  level: 'info' | 'warn' | 'error';
  what: string;
  facts: Readonly<Record<string, LogFact>>;
}

/** A log that keeps what it was told, for tests to look at. */
export function heardLog(): Log & { lines: HeardLine[] } {
  const lines: HeardLine[] = [];
  const hear =
    (level: HeardLine['level']): Log['info'] =>
    (what, facts = {}) => {
      lines.push({ level, what, facts });
    };
  return { lines, info: hear('info'), warn: hear('warn'), error: hear('error') };
}
