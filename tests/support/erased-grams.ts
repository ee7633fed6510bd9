import { existsSync, readFileSync } from 'node:fs';
import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';

/** Of a script that nothing else in a test's book is written in. */
export const hisName = 'ΨΞΦΘΛΔ ΓΩΣΠ';
/** Of three neighbouring signs two stand in the file as they are: FTS5 leaves out how a gram begins like the one before it. */
const hisGrams = ['ξφ', 'φθ', 'γω'].map((signs) => Buffer.from(signs));

/** Whether any byte of him is in the index or in its log of writes. */
export function holdsHim(indexPath: string): boolean {
  return ['', '-wal'].some((end) => {
    if (!existsSync(indexPath + end)) return false;
    const bytes = readFileSync(indexPath + end);
    return hisGrams.some((signs) => bytes.includes(signs));
  });
}

const at = '2026-06-01T00:00:00.000Z';

/** Takes a customer out of the journal, and tells nobody. */
export async function eraseNumber({ customers }: ShopDatabase, customerNo: string): Promise<void> {
  const begun = await customers.begin({ customerNo, note: 'asked for it', at });
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  while ((await customers.eraseNext(at)).length > 0);
}
