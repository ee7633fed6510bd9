import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/main/journal/connection.ts';
import { createMeta } from '../../../src/main/journal/meta.ts';
import { migrate } from '../../../src/main/journal/schema/migrate.ts';
import { sqliteJournal } from '../../../src/main/journal/sqlite-journal.ts';
import { journalPath, realRandom } from '../../support/journal-folder.ts';
import { order, sold } from '../../support/sale-changes.ts';

test('no list or guard reads a whole table, and no page of the list is sorted', async () => {
  const db = connect(journalPath(), false);
  migrate(db, () => createMeta(db, realRandom));
  const prepare = vi.spyOn(db, 'prepare');
  const journal = sqliteJournal({ db, random: realRandom, terminal: 'TEST', letGo: () => undefined });
  await sold(journal, order(1));
  const cursor = Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url');
  const pages = [
    {},
    { cursor },
    { states: ['success' as const] },
    { states: ['failed' as const, 'unknown' as const], cursor },
  ];
  for (const ask of pages) await journal.search(ask);
  await journal.search({ text: 'TRX2026030200000001' });
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^\s*SELECT/.test(sql));
  prepare.mockRestore();

  const plan = (sql: string): string =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+|\?/g, '1')}`)
      .all()
      .map((row) => (row as { detail: string }).detail)
      .join('\n');
  const whole = asked.filter((sql) => /SCAN (transactions|events|bodies|e|b)\b(?! USING)/.test(plan(sql)));
  expect(whole).toEqual([]);
  const paged = asked.filter(
    (sql) => sql.includes('ORDER BY created_at DESC, id DESC') && !/customer_key|json_each/.test(sql),
  );
  expect(paged.length).toBeGreaterThanOrEqual(pages.length);
  expect(paged.filter((sql) => plan(sql).includes('TEMP B-TREE'))).toEqual([]);
  await journal.close();
});
