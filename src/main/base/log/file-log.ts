import { renameSync, rmSync, statSync } from 'node:fs';
import pino from 'pino';
import type { Log } from '../system.ts';
import { maskedLog } from './masked-log.ts';

const largestBytes = 2_000_000;
/** beside the current file: konter.log.1 is the newest of them */
const olderOnes = 4;

/**
 * The program's log on this machine: one line of JSON per entry, masked. A full file is rotated at once, also while the program
 * runs for weeks; all files together take at most 10 MB. Nothing leaves the machine. A full disk stops no sale: lines that
 * cannot be written are dropped.
 */
export function fileLog(path: string, limitBytes = largestBytes): Log {
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > limitBytes) bytes = giveWay(path) ? 0 : bytes;
  const file = pino.destination({ dest: path, sync: true, mode: 0o600, mkdir: true });
  // Without a listener a full disk would end the program.
  file.on('error', () => {});
  const lines = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write(line) {
        if (bytes > limitBytes && giveWay(path)) {
          file.reopen();
          bytes = 0;
        }
        bytes += Buffer.byteLength(line);
        file.write(line);
      },
    },
  );
  return maskedLog({
    info: (what, facts = {}) => lines.info(facts, what),
    warn: (what, facts = {}) => lines.warn(facts, what),
    error: (what, facts = {}) => lines.error(facts, what),
  });
}

function giveWay(path: string): boolean {
  try {
    rmSync(`${path}.${olderOnes}`, { force: true });
    for (let age = olderOnes - 1; age >= 0; age--) {
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
export const bothLogs = (one: Log, other: Log): Log => ({
  info(what, facts) {
    one.info(what, facts);
    other.info(what, facts);
  },
  warn(what, facts) {
    one.warn(what, facts);
    other.warn(what, facts);
  },
  error(what, facts) {
    one.error(what, facts);
    other.error(what, facts);
  },
});
