import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { writeVariedReceipts } from '../../../../bench/varied-receipts.ts';
import { connect } from '../../../../src/main/db/open-database.ts';
import { prepareSalePages } from '../../../../src/main/files/export/sale-pages.ts';
import { folder } from '../../../support/temporary-folder.ts';

describe('prepareSalePages', () => {
  test('however long the list, only a handful of statements is compiled for it: each would hold its memory for long', async () => {
    const path = join(await folder(), 'journal.db');
    writeVariedReceipts(path, 3_000);
    const db = connect(path, true);
    const compiled = vi.spyOn(db, 'prepare');
    const overdue = { before: '2026-11-20T00:00:00.000Z', after: '9999-12-31T00:00:00.000Z' };
    const { total, pages } = prepareSalePages(db, 'id', { filter: {}, today: '2026-11-20', overdue });
    const slices = [...pages];
    expect(slices.flatMap(({ rows }) => rows)).toHaveLength(total);
    expect(slices.length).toBeGreaterThan(10);
    expect(compiled.mock.calls.length).toBeLessThan(10);
    db.close();
  });
});
