import { existsSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';

/**
 * Default folder of the log heads. It lies outside the data folder, so that restoring the data folder does not restore it too.
 */
export const defaultStateDir = (): string => envPaths('konter', { suffix: '' }).log;

/** Paths in the data folder. Training and live never share a database. */
export function foldersOf(dataDir: string, stateDir: string | null = null) {
  const runtime = (mode: 'live' | 'training') => ({
    folder: join(dataDir, mode),
    database: join(dataDir, mode, 'journal.db'),
  });
  return {
    settings: join(dataDir, 'settings.json'),
    proofTerminals: join(dataDir, 'proof-terminals.json'),
    updates: join(dataDir, 'updates.json'),
    drills: join(dataDir, 'training', 'drills.json'),
    forgottenPin: join(dataDir, 'forgotten-owner-pin.txt'),
    live: runtime('live'),
    training: runtime('training'),
    /** outside the data folder, so that an older copy of the whole folder is detected */
    headFile: stateDir === null ? null : (id: string): string => join(stateDir, 'heads', `${id}.json`),
    /** replicas of the counters' databases; only an office has it */
    office: join(dataDir, 'office'),
    hasLiveJournal: (): boolean => existsSync(join(dataDir, 'live', 'journal.db')),
  };
}
