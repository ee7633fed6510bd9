import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Clock, Log } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { diskFiles, type Files } from '../db/disk-files.ts';
import { readJournalId } from '../db/open-database.ts';
import { jsonText } from '../db/statements.ts';
import { readBackupName } from './catalog.ts';
import { headPath } from './known-heads.ts';

const maxPrepareMs = 30 * 60_000;

/**
 * Replaces the live database with a backup, one restore at a time. Selling and changing the mode continue while it is
 * prepared.
 */
export interface Restore {
  /** not_found, not_allowed and internal give a `reason`; nothing was changed then */
  restore(copy: string): Promise<Result<Record<string, never>>>;
  underWay(): boolean;
  /** Cancels a restore that is not decided yet; resolves when its thread has ended. */
  stop(): Promise<void>;
}

interface RestoreDeps {
  places: ReplacementPaths;
  /** where the journal's head is kept outside of the data folder */
  headFile: ((id: string) => string) | null;
  /** see runtime/mode-switcher */
  renewLive(meanwhile: () => void): Promise<void>;
  /** of encrypted backups */
  passphrase(): Promise<string | null>;
  clock: Clock;
  runTask: RunTask;
  log: Log;
}

export function createRestore({ places, headFile, renewLive, passphrase, clock, runTask, log }: RestoreDeps): Restore {
  const ending = new AbortController();
  let running: Promise<unknown> | null = null;
  const restore = async (copy: string, decide: () => void): ReturnType<Restore['restore']> => {
    const now = (): string => new Date(clock.now()).toISOString();
    const prepared = await prepareBackup(places, copy, {
      at: now(),
      passphrase: await passphrase(),
      runTask,
      log,
      signal: ending.signal,
    });
    if (!prepared.ok) return prepared;
    await renewLive(() => {
      decide();
      // It holds the head of the database that was just replaced.
      if (headFile) diskFiles.remove(headFile(readJournalId(preparedPath(places))));
      stageReplacement(places, now(), diskFiles);
    });
    log.warn('a backup was restored');
    return ok({});
  };
  return {
    async restore(copy) {
      if (running) return fail('not_allowed', 'A copy is being put back.', { reason: 'restoring' });
      let decided = false;
      const mine = restore(copy, () => {
        decided = true;
      });
      running = mine;
      try {
        return await mine;
      } catch (error) {
        // Once files may have moved, "nothing changed" would be wrong.
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
 * Prepares a backup to replace the database in use, which stays open for writing. When this fails, only the prepared file was
 * written. not_found, not_allowed and internal give a `reason`.
 */
async function prepareBackup(
  places: ReplacementPaths,
  copy: string,
  {
    at,
    passphrase,
    runTask,
    log,
    signal,
  }: { at: string; passphrase: string | null; runTask: RunTask; log: Log; signal: AbortSignal },
): Promise<Result<null>> {
  const name = readBackupName(basename(copy));
  if (!name || !diskFiles.exists(copy)) {
    return fail('not_found', 'There is no such copy.', {
      reason: diskFiles.exists(dirname(copy)) ? 'no_such_copy' : 'folder_missing',
    });
  }
  const { head } = name;
  const prepared = preparedPath(places);
  const answer = await runTask(
    { task: 'prepare', copy, head, database: places.database, prepared, at, passphrase },
    { withinMs: maxPrepareMs, signal },
  );
  switch (answer.kind) {
    case 'prepared':
      return ok(null);
    case 'refused':
      log.warn('a backup was not restored', { reason: answer.reason });
      return fail('not_allowed', 'This copy cannot be put back.', { reason: answer.reason });
    case 'failed':
    case 'copied':
    case 'not_copied':
    case 'verified':
    case 'not_verified':
    case 'cleaned':
    case 'not_cleaned':
      log.error('cannot prepare a backup', { error: 'error' in answer ? answer.error : null });
      return fail('internal', 'The copy could not be made ready.', {
        reason: 'error' in answer ? answer.error : 'other',
      });
  }
}

export function replacementPaths(folder: string): ReplacementPaths {
  return { folder, database: join(folder, 'journal.db') };
}

/** Files of a replacement. All are in `folder`, so a rename is enough. */
interface ReplacementPaths {
  folder: string;
  database: string;
}

/** A decided replacement; written when the prepared database is complete, removed when every file is in place. */
const Plan = z.object({
  /** the name under which the replaced database is kept */
  replacedName: z.string().regex(/^replaced-[0-9A-Za-z]+\.db$/),
});

const planFile = 'restore.json';

/** The prepared database until it is in use. */
export function preparedPath({ folder }: ReplacementPaths): string {
  return join(folder, 'restoring.db');
}

/**
 * Replaces the closed database in use with the prepared one. Once the plan is on disk the replacement is decided: a
 * program that is killed finishes it at its next start.
 * @param at ISO 8601, for the name of the replaced database
 */
export function stageReplacement(places: ReplacementPaths, at: string, files: Files): void {
  const plan: z.infer<typeof Plan> = { replacedName: `replaced-${at.replace(/[-:.]/g, '')}.db` };
  files.writeText(join(places.folder, planFile), JSON.stringify(plan));
  files.flush(places.folder);
  finishReplacement(places, files);
}

/**
 * To be called at the program's start, before a database is opened. Finishes a decided replacement and discards a
 * prepared database that was not decided. Afterwards the journal is the old or the restored one, complete.
 */
export function finishOrDiscardReplacement(places: ReplacementPaths, files: Files): void {
  if (finishReplacement(places, files)) return;
  for (const path of withCompanions(preparedPath(places))) files.remove(path);
}

/**
 * Finishes a decided replacement; a database that is only being prepared is left alone. To be called before the
 * journal is opened: where the files could not be moved no database may be at its path yet, and a new one would be
 * created.
 * @returns false: none was decided
 */
export function finishReplacement(places: ReplacementPaths, files: Files): boolean {
  const { folder, database } = places;
  const planPath = join(folder, planFile);
  const prepared = preparedPath(places);
  const text = files.readText(planPath);
  if (text === null) return false;
  const plan = jsonText.pipe(Plan).parse(text);
  if (files.exists(prepared)) {
    const replaced = join(folder, plan.replacedName);
    // The WAL belongs to the replaced database: both are moved before the new one takes the name.
    for (const companion of ['-wal', '-shm', '']) {
      if (files.exists(database + companion)) files.rename(database + companion, replaced + companion);
    }
    files.flush(folder);
    files.rename(prepared, database);
    files.flush(folder);
  }
  // It holds the head of the replaced database.
  files.remove(headPath(places));
  files.remove(planPath);
  files.flush(folder);
  return true;
}

function withCompanions(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((companion) => path + companion);
}
