import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Clock, Log } from '../base/system.ts';
import { diskFiles } from '../db/disk-files.ts';
import { readJournalId } from '../db/open-database.ts';
import { runTask } from '../db/worker/run-task.ts';
import { readCopyName } from './backup-name.ts';
import { preparedPath, type ReplacementPaths, stageReplacement } from './replace-database.ts';

const longestMs = 30 * 60_000;

/** Puts a copy in the place of the live database, one at a time. Selling goes on while it is made ready, and so may the mode change. */
export interface Restore {
  /** not_found, not_allowed and internal say why in `reason`; nothing was changed then */
  putBack(copy: string): Promise<Result<Record<string, never>>>;
  underWay(): boolean;
  /** The program ends: what is not decided yet is given up, and the thread of it is gone when this resolves. */
  stop(): Promise<void>;
}

interface Parts {
  places: ReplacementPaths;
  /** where the end of the log is kept outside of the folder */
  headFile: ((id: string) => string) | null;
  /** see Reopening */
  renewLive(meanwhile: () => void): Promise<void>;
  /** of encrypted copies */
  passphrase(): Promise<string | null>;
  clock: Clock;
  log: Log;
}

export function createRestore({ places, headFile, renewLive, passphrase, clock, log }: Parts): Restore {
  const ending = new AbortController();
  let running: Promise<unknown> | null = null;
  const restore = async (copy: string, decide: () => void): ReturnType<Restore['putBack']> => {
    const now = (): string => new Date(clock.now()).toISOString();
    const prepared = await prepareCopy(places, copy, {
      at: now(),
      passphrase: await passphrase(),
      log,
      signal: ending.signal,
    });
    if (!prepared.ok) return prepared;
    await renewLive(() => {
      decide();
      // It remembers the database before, which a person has just replaced.
      if (headFile) diskFiles.remove(headFile(readJournalId(preparedPath(places))));
      stageReplacement(places, now(), diskFiles);
    });
    log.warn('a copy was put back');
    return ok({});
  };
  return {
    async putBack(copy) {
      if (running) return fail('not_allowed', 'A copy is being put back.', { reason: 'restoring' });
      let decided = false;
      const mine = restore(copy, () => {
        decided = true;
      });
      running = mine;
      try {
        return await mine;
      } catch (error) {
        // Once files may have moved, nobody says that they did not.
        if (decided || !ending.signal.aborted) throw error;
        return fail('internal', 'The program ends; nothing was put back.', { reason: 'closing' });
      } finally {
        running = null;
      }
    },
    underWay: () => running !== null,
    async stop() {
      ending.abort();
      await running?.catch(() => undefined);
    },
  };
}

/**
 * Makes a copy ready to be put in the place of the database in use, which goes on being sold with meanwhile. Nothing but the
 * prepared file was written when this fails. not_found, not_allowed and internal say why in `reason`.
 */
async function prepareCopy(
  places: ReplacementPaths,
  copy: string,
  { at, passphrase, log, signal }: { at: string; passphrase: string | null; log: Log; signal: AbortSignal },
): Promise<Result<null>> {
  const name = readCopyName(basename(copy));
  if (!name || !diskFiles.exists(copy)) {
    return fail('not_found', 'There is no such copy.', {
      reason: diskFiles.exists(dirname(copy)) ? 'no_such_copy' : 'folder_missing',
    });
  }
  const { head } = name;
  const prepared = preparedPath(places);
  const answer = await runTask(
    { task: 'prepare', copy, head, journal: places.journal, prepared, at, passphrase },
    { withinMs: longestMs, signal },
  );
  switch (answer.kind) {
    case 'prepared':
      return ok(null);
    case 'refused':
      log.warn('a copy was not put back', { reason: answer.reason });
      return fail('not_allowed', 'This copy cannot be put back.', { reason: answer.reason });
    case 'failed':
    case 'copied':
    case 'not_copied':
    case 'verified':
    case 'not_verified':
    case 'cleaned':
    case 'not_cleaned':
      log.error('a copy could not be made ready', { error: 'error' in answer ? answer.error : null });
      return fail('internal', 'The copy could not be made ready.', {
        reason: 'error' in answer ? answer.error : 'other',
      });
  }
}

export function placesOf(folder: string): ReplacementPaths {
  return { folder, journal: join(folder, 'journal.db') };
}
