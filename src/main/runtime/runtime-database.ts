import { join } from 'node:path';
import { whoActs } from '../api/request-context.ts';
import type { BackupFolder } from '../backup/backup-folder.ts';
import { seenBefore } from '../backup/rollback-check.ts';
import type { Log } from '../base/system/log.ts';
import { systemClock } from '../base/system/system-clock.ts';
import { systemRandom } from '../base/system/system-random.ts';
import { withCatalogueNews } from '../catalogue/open-catalogue.ts';
import type { CustomerDigest } from '../customers/erasure/customer-digest.ts';
import { createReserve, withReserve } from '../db/disk-space-reserve.ts';
import { withFilesInPlace } from '../db/file-guard.ts';
import { openJournal } from '../db/open-database.ts';
import type { Journal } from '../db/sales-store.ts';
import { createFinder, type Finder } from '../search/search-service.ts';

export interface JournalOptions {
  mode: 'training' | 'live';
  folder: string;
  journalPath: string;
  /** where the end of the log is kept outside of the folder; null: nowhere */
  headFile: ((id: string) => string) | null;
  /** where copies go */
  backupFolder(): BackupFolder;
  /** by which an erased customer is recognised; null where none can be kept */
  customerDigest: CustomerDigest | null;
  /** whether a proof is printed by itself when its sale succeeds */
  autoPrint(): boolean;
  log: Log;
}

/**
 * The journal of one world, with all that follows what is written into it: the reserve for a full disk, its files' place, wishes of slips,
 * the search beside it, and the catalogue. Whoever closes the journal closes the finder first.
 * @param news a product's item changed by a sale
 */
export async function openWorldJournal(
  options: JournalOptions,
  news: (code: string) => void,
): Promise<{ journal: Journal; finder: Finder }> {
  const { folder, journalPath, autoPrint, log } = options;
  const stored = await openStored(options);
  const placed = withFilesInPlace(stored, journalPath);
  const reserved = withReserve(placed, createReserve(join(folder, 'reserve'), systemRandom));
  const finder = createFinder({
    journal: stored,
    journalPath,
    indexPath: join(folder, 'search.db'),
    trouble: (message) => log.warn('the search index is in trouble', { message }),
  });
  const found = withFinder(withPrintWishes(reserved, autoPrint), finder);
  return { journal: withCatalogueNews(found, news), finder };
}

/** Live, the database is compared with what was seen of it before. */
async function openStored({
  mode,
  folder,
  journalPath,
  headFile,
  backupFolder,
  customerDigest,
}: JournalOptions): Promise<Journal> {
  const common = {
    path: journalPath,
    random: systemRandom,
    kind: mode,
    whoActs,
    ...(customerDigest ? { digest: customerDigest } : {}),
  };
  if (mode === 'training') return openJournal(common);
  const heads = await seenBefore(folder, backupFolder());
  return openJournal({ ...common, seen: { heads, headFile, at: new Date(systemClock.now()).toISOString() } });
}

/** The wish for a print is written with the receipt's number: printed once, whatever happens in between. */
function withPrintWishes(journal: Journal, autoPrint: () => boolean): Journal {
  return {
    ...journal,
    commit: (change) =>
      journal.commit(change.sale?.issueReceipt === true && autoPrint() ? { ...change, wishPrint: true } : change),
  };
}

/** What was written is to be found: the index hears of it, and follows when it has time. */
function withFinder(journal: Journal, finder: Finder): Journal {
  return {
    ...journal,
    async commit(change) {
      const outcome = await journal.commit(change);
      if (outcome.kind === 'committed') finder.committed();
      return outcome;
    },
  };
}
