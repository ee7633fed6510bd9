import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where things lie in the data folder. Training and live never share a database. */
export function foldersOf(dataDir: string) {
  const world = (mode: 'live' | 'training') => ({
    folder: join(dataDir, mode),
    journal: join(dataDir, mode, 'journal.db'),
  });
  return {
    settings: join(dataDir, 'settings.json'),
    proofTerminals: join(dataDir, 'proof-terminals.json'),
    updates: join(dataDir, 'updates.json'),
    drills: join(dataDir, 'training', 'drills.json'),
    forgottenPin: join(dataDir, 'forgotten-owner-pin.txt'),
    live: world('live'),
    training: world('training'),
    hasLiveJournal: (): boolean => existsSync(join(dataDir, 'live', 'journal.db')),
  };
}
