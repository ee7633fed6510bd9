import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Random } from '../base/system.ts';
import { DatabaseError, mapDatabaseErrors, toDatabaseError } from './database-error.ts';
import { folderToDisk } from './disk-files.ts';
import type { CommitListener } from './on-commit.ts';

/** A file that only takes up room, so that there is some to be had when the disk is full. */
export interface Reserve {
  /** Sees that the room is taken; throws DatabaseError ("full") when it is not to be had. */
  hold(): void;
  /** Gives the room back to the disk. */
  release(): void;
}

/** An answer takes some 60 KiB with its pages in the log of writes: room for all that two cashiers can have under way. */
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
          // Half a reserve would take the room that a smaller write may need.
          release();
          throw thrown;
        }
      }),
    release: () => mapDatabaseErrors(release),
  };
}

/** Not zeros: some file systems store those in no room at all. */
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
 * Keeps room for answers: no sale is begun without it, and an answer that finds the disk full is given it. Webhooks do without:
 * the relay keeps those.
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
