import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Random } from '../base/system.ts';
import type { CommitListener } from './commit.ts';
import { DatabaseError, mapDatabaseErrors, toDatabaseError } from './database-error.ts';
import { folderToDisk } from './disk-files.ts';

/** A file that only occupies space, to be freed when the disk is full. */
export interface Reserve {
  /** Ensures that the space is reserved; throws DatabaseError ("full") when it cannot be. */
  hold(): void;
  /** Frees the space. */
  release(): void;
}

/** An answer takes some 60 KiB with its pages in the WAL: space for the requests that two cashiers can have in progress. */
const reservedBytes = 4 * 1024 * 1024;

export function createReserve(path: string, random: Random, bytes = reservedBytes): Reserve {
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === bytes;
  const release = (): void => {
    rmSync(path, { force: true });
    folderToDisk(dirname(path));
  };
  return {
    hold: () =>
      mapDatabaseErrors(() => {
        if (isThere()) return;
        try {
          fill(path, random, bytes);
        } catch (thrown) {
          // Half a reserve would take the space that a smaller write may need.
          release();
          throw thrown;
        }
      }),
    release: () => mapDatabaseErrors(release),
  };
}

/** Not zeros: some file systems store zeros without using space. */
function fill(path: string, random: Random, bytes: number): void {
  const file = openSync(path, 'w', 0o600);
  try {
    const noise = random.bytes(bytes);
    for (let at = 0; at < bytes; ) at += writeSync(file, noise, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Results of the provider that only the response carries. */
const answers: ReadonlySet<SaleEventType> = new Set([
  'sale.response_received',
  'sale.refused',
  'sale.outcome_unknown',
  'sale.not_sent',
]);

/**
 * Reserves space for answers: no sale begins without it, and an answer that finds the disk full may use it. Webhooks need none:
 * the relay keeps them.
 */
export function reserveGuard(reserve: Reserve): CommitListener {
  return {
    before(change) {
      if (change.event.type === 'sale.submitted') reserve.hold();
      return change;
    },
    retry({ event }, thrown) {
      const fault = toDatabaseError(thrown);
      if (!(fault instanceof DatabaseError) || fault.kind !== 'full' || !answers.has(event.type)) return false;
      reserve.release();
      return true;
    },
  };
}
