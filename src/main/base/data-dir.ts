import { existsSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** Where the ends of logs are kept by default: no folder of data, so that nobody puts it back together with them. */
export const defaultStateDir = (): string => envPaths('konter', { suffix: '' }).log;

/** Where things lie in the data folder. Training and live never share a database. */
export function foldersOf(dataDir: string, stateDir: string | null = null) {
  const runtime = (mode: 'live' | 'training') => ({
    folder: join(dataDir, mode),
    journal: join(dataDir, mode, 'journal.db'),
  });
  return {
    settings: join(dataDir, 'settings.json'),
    proofTerminals: join(dataDir, 'proof-terminals.json'),
    updates: join(dataDir, 'updates.json'),
    drills: join(dataDir, 'training', 'drills.json'),
    forgottenPin: join(dataDir, 'forgotten-owner-pin.txt'),
    live: runtime('live'),
    training: runtime('training'),
    /** outside of the data folder, so that an older copy of all that is put back is noticed */
    headFile: stateDir === null ? null : (id: string): string => join(stateDir, 'heads', `${id}.json`),
    hasLiveJournal: (): boolean => existsSync(join(dataDir, 'live', 'journal.db')),
  };
}
