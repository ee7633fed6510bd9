import { join } from 'node:path';
import { actorProvider } from '../api/index.ts';
import { type BackupFolder, readKnownHeads } from '../backup/index.ts';
import { isoNow, type Log, type System } from '../base/system.ts';
import { catalogueListener } from '../catalogue/index.ts';
import type { CustomerDigest } from '../db/customer-digest.ts';
import { createReserve, reserveGuard } from '../db/disk-space-reserve.ts';
import { fileGuard, onCommit } from '../db/on-commit.ts';
import { autoPrintListener } from '../printing/index.ts';
import { createSearchService, type SearchService } from '../search/index.ts';
import { type OpenShopDatabase, openShopDatabase, type ShopDatabase } from './shop-database.ts';

export interface RuntimeDatabaseOptions {
  system: System;
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
  /** openShopDatabase; the simulation opens a file that is open already, with its kill points before each access */
  openDatabase?: (options: OpenShopDatabase) => Promise<ShopDatabase>;
  log: Log;
}

/**
 * The shop's database and what follows its commits: automatic prints, the reserve for a full disk, the guard of its files, the search
 * index, the catalogue. Close the search service before the database.
 * @param news a product's item changed by a sale
 */
export async function openRuntimeDatabase(
  options: RuntimeDatabaseOptions,
  news: (code: string) => void,
): Promise<{ journal: ShopDatabase; searchService: SearchService }> {
  const { system, folder, journalPath, autoPrint, log } = options;
  const stored = await openStored(options);
  const searchService = createSearchService({
    system,
    journal: stored,
    journalPath,
    indexPath: join(folder, 'search.db'),
    failed: (message) => log.warn('the search index failed', { message }),
  });
  const journal = onCommit(stored, [
    autoPrintListener(autoPrint),
    reserveGuard(createReserve(join(folder, 'reserve'), system.random)),
    fileGuard(journalPath),
    { committed: () => searchService.committed() },
    catalogueListener(news),
  ]);
  return { journal, searchService };
}

/** Live, the database is compared with what was seen of it before. */
async function openStored({
  system: { clock, random },
  mode,
  folder,
  journalPath,
  headFile,
  backupFolder,
  customerDigest,
  openDatabase = openShopDatabase,
}: RuntimeDatabaseOptions): Promise<ShopDatabase> {
  const common = {
    path: journalPath,
    random,
    kind: mode,
    actorProvider,
    ...(customerDigest ? { digest: customerDigest } : {}),
  };
  if (mode === 'training') return openDatabase(common);
  const heads = await readKnownHeads(folder, backupFolder(), clock);
  return openDatabase({ ...common, seen: { heads, headFile, at: isoNow(clock) } });
}
