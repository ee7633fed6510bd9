import { access, constants, statfs } from 'node:fs/promises';
import { lookAtJournal } from '../../journal/look-at.ts';
import { withoutHome } from '../diagnostics/about-machine.ts';
import type { Finding } from './verdict.ts';

/** A month of copies and some days of selling want at least this. */
const leastFreeBytes = 500 * 1024 * 1024;

const faults = {
  full: 'the disk is full',
  read_only: 'it cannot be written to',
  corrupt: 'it is damaged: leave it as it is, and put a copy back',
  locked: 'another program holds it',
  newer: 'it was written by a newer Konter',
  closed: 'it is closed',
  other: 'it cannot be opened',
} as const;

/** The database as it lies on disk, its folder, and the room there is. Writes nothing. */
export async function lookAtDatabase(dataDir: string, journalPath: string): Promise<Finding> {
  const fault = (what: string): Finding => ({ part: 'database', verdict: 'fault', what });
  const folder = await access(dataDir, constants.W_OK).then(
    () => 'writable',
    (error: unknown) => (isMissing(error) ? 'missing' : 'closed'),
  );
  if (folder === 'closed') return fault(`the data folder cannot be written to: ${withoutHome(dataDir)}`);
  const look = lookAtJournal(journalPath);
  if (look.kind === 'fault') return fault(faults[look.fault]);
  if (folder === 'writable' && (await freeBytes(dataDir)) < leastFreeBytes) return fault('the disk is nearly full');
  const what = look.kind === 'none' ? 'none yet; the first start makes it' : `whole, ${look.events} events`;
  return { part: 'database', verdict: 'ok', what };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
