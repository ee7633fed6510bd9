import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrations/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, shopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { begin, order, stored } from '../../support/stored-sales.ts';

test('a full disk is said to be full, the sale that did not fit left no trace, and room lets it go on', async () => {
  const path = journalPath();
  const db = connect(path, false);
  migrate(db, () => createMeta(db, realRandom));
  const journal = shopDatabase({ db, random: realRandom, release: () => undefined });
  const pages = Number(db.pragma('page_count', { simple: true }));
  db.pragma(`max_page_count = ${pages + 8}`);

  let n = 0;
  const fill = async (): Promise<void> => {
    for (;;) {
      n += 1;
      await stored(journal, begin(order(n)));
    }
  };
  await expect(fill()).rejects.toMatchObject({ name: 'JournalFault', kind: 'full' });
  expect(await journal.get(order(n).id)).toBeNull();
  expect(await journal.get(order(n - 1).id)).not.toBeNull();

  db.pragma(`max_page_count = ${pages + 1000}`);
  await stored(journal, begin(order(n)));
  await journal.close();
  expect(verifyJournal(path)).toMatchObject({ flaw: null, events: n, sales: n });
});

/** Root may write everything, so it stops being root for a moment. */
async function asSomebodyElse<T>(work: () => Promise<T>): Promise<T> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

test('a file that may not be written is said to be read-only', async () => {
  const path = journalPath();
  await (await aJournal(path)).close();
  chmodSync(path, 0o444);
  chmodSync(dirname(path), 0o555);
  await expect(asSomebodyElse(() => openShopDatabase({ path, random: realRandom }))).rejects.toMatchObject({
    kind: 'read_only',
  });
  chmodSync(dirname(path), 0o755);
});

test('what fails at opening lets go of the file', async () => {
  const path = journalPath();
  await (await aJournal(path)).close();
  chmodSync(path, 0o444);
  await asSomebodyElse(() => openShopDatabase({ path, random: realRandom })).catch(() => undefined);
  chmodSync(path, 0o600);
  await expect(aJournal(path)).resolves.toBeDefined();
});

test('a closed journal answers with a fault', async () => {
  const journal = await aJournal();
  await journal.close();
  await expect(journal.get('x')).rejects.toMatchObject({ name: 'JournalFault', kind: 'closed' });
  await expect(journal.close()).resolves.toBeUndefined();
});
