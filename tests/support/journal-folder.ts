import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Random } from '../../src/main/base/system.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';

export const realRandom: Random = { bytes: (count) => randomBytes(count) };

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'konter-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function journalPath(): string {
  return join(temporaryFolder(), 'konter.db');
}

/** A journal on a real file, closed and removed with the test. */
export async function aJournal(path = journalPath()): Promise<ShopDatabase> {
  const journal = await openShopDatabase({ path, random: realRandom });
  onTestFinished(() => journal.close());
  return journal;
}
