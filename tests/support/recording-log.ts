import type { Log, LogFact } from '../../src/main/base/system.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  what: string;
  facts: Readonly<Record<string, LogFact>>;
}

/** A log that records its lines for a test to read. */
export function recordingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const record =
    (level: LogLine['level']): Log['info'] =>
    (what, facts = {}) => {
      lines.push({ level, what, facts });
    };
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}
