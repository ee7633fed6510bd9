import { renameSync, rmSync, statSync } from 'node:fs';
import pino from 'pino';
import type { Log } from '../system.ts';
import { maskedLog } from './masked-log.ts';

const lineFormat = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
const maxFileBytes = 2_000_000;
/** beside the current file: konter.log.1 is the newest of them */
const maxOlderFiles = 4;

/**
 * The program's log on this machine: one line of JSON per entry, masked. A full file is rotated at once, also while the program
 * runs for weeks; all files together take at most 10 MB. Nothing leaves the machine. A full disk stops no sale: lines that
 * cannot be written are dropped.
 */
export function fileLog(path: string, limitBytes = maxFileBytes): Log {
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > limitBytes) bytes = rotate(path) ? 0 : bytes;
  const file = pino.destination({ dest: path, sync: true, mode: 0o600, mkdir: true });
  // Without a listener a full disk would end the program.
  file.on('error', () => {});
  const lines = pino(lineFormat, {
    write(line) {
      if (bytes > limitBytes && rotate(path)) {
        file.reopen();
        bytes = 0;
      }
      bytes += Buffer.byteLength(line);
      file.write(line);
    },
  });
  return linesLog(lines);
}

/** The same lines on a stream. @param fd 2: stderr, since the starting program reads stdout */
export const streamLog = (fd = 2): Log => linesLog(pino(lineFormat, pino.destination({ fd, sync: true })));

const linesLog = (lines: pino.Logger): Log =>
  maskedLog({
    info: (message, facts = {}) => lines.info(facts, message),
    warn: (message, facts = {}) => lines.warn(facts, message),
    error: (message, facts = {}) => lines.error(facts, message),
  });

function rotate(path: string): boolean {
  try {
    rmSync(`${path}.${maxOlderFiles}`, { force: true });
    for (let age = maxOlderFiles - 1; age >= 0; age--) {
      const from = age === 0 ? path : `${path}.${age}`;
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${path}.${age + 1}`);
    }
    return true;
  } catch {
    // Another program holds the file open: it grows until that ends.
    return false;
  }
}

/** Writes every entry to two logs. */
export function bothLogs(one: Log, other: Log): Log {
  const both =
    (level: keyof Log): Log[typeof level] =>
    (message, facts) => {
      one[level](message, facts);
      other[level](message, facts);
    };
  return { info: both('info'), warn: both('warn'), error: both('error') };
}
