import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/main/db/open-database.ts';
import { openIndex } from '../../../src/main/search/index-file.ts';
import { Indexer } from '../../../src/main/search/indexer.ts';
import { SearchReader } from '../../../src/main/search/search-reader.ts';
import { aJournal, journalPath, temporaryFolder } from '../../support/database-files.ts';
import { csvRows, exported } from '../../support/exports.ts';
import { amended, begin, order, sold, stored } from '../../support/stored-sales.ts';

const today = '2026-03-20';

/** The provider named the same bill under the same id a week after it was first asked for, and it was paid then. */
async function paidAWeekLater(path: string): Promise<{ journal: Awaited<ReturnType<typeof aJournal>>; id: string }> {
  const journal = await aJournal(path);
  const bill = { kind: 'postpaid', state: 'inquired', productCode: 'PLNPOST', sentAt: null, tendered: null } as const;
  const asked = await stored(journal, begin(order(1, bill)));
  for (let n = 2; n < 5; n++) await sold(journal, order(n));
  const again = await stored(journal, amended(asked, { inquiredAt: '2026-03-09T03:00:00.000Z' }));
  const sentAt = '2026-03-09T03:01:00.000Z';
  const sending = await stored(journal, amended(again, { state: 'sending', sentAt, day: '2026-03-09' }));
  await stored(journal, amended(sending, { state: 'success', sn: 'SN1', price: 50_000, transactionId: 'BILL1' }));
  return { journal, id: asked.id };
}

test.each(['9/3', 'tanggal 9', '9 maret sukses', 'plnpost 9/3'])(
  'is found by the day it was paid on: %s',
  async (text) => {
    const path = journalPath();
    const { journal, id } = await paidAWeekLater(path);
    const index = openIndex(join(temporaryFolder(), 'search.db'));
    const reading = connect(path, true);
    const indexer = new Indexer(reading, index);
    while (indexer.step());
    const reader = new SearchReader(path, index.name);
    onTestFinished(() => {
      reader.close();
      reading.close();
      index.close();
    });
    const found = await journal.search({ text }, today);
    expect(found.items.map((sale) => sale.id)).toEqual([id]);
    const { page } = reader.search({ text }, today, () => undefined);
    expect(page.search?.index).toBe('ready');
    expect(page.items.map((sale) => sale.id)).toEqual([id]);
  },
);

test('is in the file of the day it was paid on', async () => {
  const path = journalPath();
  const { id } = await paidAWeekLater(path);
  const { path: file } = await exported(path, { filter: { days: { from: '2026-03-09', to: '2026-03-09' } }, today });
  expect(csvRows(file, ';').map((row) => row['Konter’s id'])).toEqual([id]);
});
