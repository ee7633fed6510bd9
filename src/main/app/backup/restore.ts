import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { readCopyName } from '../../journal/backup/name.ts';
import { diskFiles } from '../../journal/restore/files.ts';
import { preparedPath, type SwapPlaces, swapIn } from '../../journal/restore/swap.ts';
import { runTask } from '../../journal/worker/run-task.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

const longestMs = 30 * 60_000;

/**
 * Makes a copy ready to be put in the place of the database in use, which goes on being sold with meanwhile. Nothing but the
 * prepared file was written when this fails. not_found, not_allowed and internal say why in `reason`.
 */
export async function prepareCopy(places: SwapPlaces, copy: string, at: string, log: Log): Promise<Result<null>> {
  const name = readCopyName(basename(copy));
  if (!name || !diskFiles.exists(copy)) {
    return fail('not_found', 'There is no such copy.', {
      reason: diskFiles.exists(dirname(copy)) ? 'no_such_copy' : 'folder_missing',
    });
  }
  const { head } = name;
  const prepared = preparedPath(places);
  const answer = await runTask(
    { task: 'prepare', copy, head, journal: places.journal, prepared, at },
    { withinMs: longestMs },
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

/** Puts what was prepared in place; the journal must be closed. What was there before stays beside it. */
export function putInPlace(places: SwapPlaces, clock: Clock): void {
  swapIn(places, new Date(clock.now()).toISOString(), diskFiles);
}

export function placesOf(folder: string): SwapPlaces {
  return { folder, journal: join(folder, 'journal.db') };
}
