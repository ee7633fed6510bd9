import { describe, expect, it } from 'vitest';
import { applyRestoreRule } from '../../../src/main/backup/prepare-restore.ts';
import type { Change } from '../../../src/main/db/change.ts';
import { createMeta } from '../../../src/main/db/metadata.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { type NewPrintJob, nextCopy } from '../../../src/main/printing/print-repository.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { PrintState } from '../../../src/shared/domain/print-job.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';

describe('print jobs', () => {
  const at = '2026-03-02T03:04:05.000Z';
  const bytes = Buffer.from('slip');

  function job(id: string, fields: Partial<NewPrintJob> = {}): NewPrintJob {
    return {
      id,
      kind: 'receipt',
      saleId: null,
      printer: 'till',
      copy: null,
      askedBy: 'cashier',
      again: null,
      state: 'queued',
      format: 'escpos',
      payload: bytes,
      ...fields,
    };
  }

  const printed = (sale: Transaction, job: NewPrintJob): Change => ({
    ...updated(sale, { prints: sale.prints + 1 }),
    parts: { print: { kind: 'add', job: { ...job, saleId: sale.id } } },
  });

  async function aSale(db: ShopDatabase, more: Partial<Change> = {}): Promise<Transaction> {
    const begun = await stored(db, begin(order(1)));
    return stored(db, { ...updated(begun, { state: 'success', sn: '0001' }), ...more });
  }

  it('a job and the event of its sale are one commit: neither is there without the other', async () => {
    const db = await aJournal();
    const sale = await aSale(db);
    const once = await stored(db, printed(sale, job('a', { copy: 1 })));
    expect(await db.prints.get('a')).toMatchObject({ receiptNo: sale.receiptNo, state: 'queued', copy: 1 });
    // Decided on what is no longer so.
    expect(await db.commit(printed(sale, job('b', { copy: 2 })))).toEqual({ kind: 'conflict' });
    expect(await db.prints.get('b')).toBeNull();
    // Two papers of one number.
    await expect(db.commit(printed(once, job('c', { copy: 1 })))).rejects.toThrow('CONSTRAINT');
    expect((await db.get(sale.id))?.prints).toBe(1);
    expect((await db.timeline(sale.id)).length).toBe(3);
  });

  it('a job is repeated by one other at most, and one that begins to leave cannot be given up', async () => {
    const db = await aJournal();
    const sale = await stored(db, printed(await aSale(db), job('a', { copy: 1 })));
    const give = (now: Transaction): Change => ({
      ...updated(now, { prints: 0 }),
      parts: { print: { kind: 'move', move: { id: 'a', from: ['queued'], to: 'failed', uncount: true } } },
    });
    await db.prints.move({ id: 'a', from: ['queued'], to: 'sending' }, at);
    expect(await db.commit(give(sale))).toEqual({ kind: 'conflict' });
    await db.prints.move({ id: 'a', from: ['sending'], to: 'unknown', reason: 'stopped' }, at);
    const again = await stored(db, printed(sale, job('b', { copy: 2, again: 'a' })));
    expect(await db.prints.get('a')).toMatchObject({ decided: 'again' });
    expect(await db.commit(printed(again, job('c', { copy: 3, again: 'a' })))).toEqual({ kind: 'conflict' });
  });

  it('a step is made only from where it is expected, and only once', async () => {
    const { prints } = await aJournal();
    await prints.add(job('a'), at);
    expect(await prints.move({ id: 'a', from: ['sending'], to: 'sent' }, at)).toBeNull();
    const tries = await Promise.all([1, 2].map(() => prints.move({ id: 'a', from: ['queued'], to: 'sending' }, at)));
    expect(tries.map((moved) => moved?.state)).toEqual(['sending', undefined]);
  });

  it.each<[PrintState, boolean]>([
    ['blocked', true],
    ['sending', true],
    ['sent', false],
    ['confirmed', false],
    ['unknown', false],
    ['failed', false],
  ])('what is to be printed is kept while it is needed: %s, %s', async (state, isStored) => {
    const { prints } = await aJournal();
    await prints.add(job('a'), at);
    await prints.move({ id: 'a', from: ['queued'], to: state }, at);
    expect((await prints.payload('a')) !== null).toBe(isStored);
  });

  it('the oldest waiting job of a printer is its next, and jobs are listed newest first, page by page', async () => {
    const { prints } = await aJournal();
    for (const id of ['a', 'b', 'c']) await prints.add(job(id), at);
    await prints.add(job('d', { printer: 'office' }), at);
    await prints.move({ id: 'a', from: ['queued'], to: 'sent' }, at);
    expect((await prints.next('till'))?.id).toBe('b');
    expect(await prints.printersWaiting()).toEqual(['office', 'till']);
    const ids = async (query: Parameters<typeof prints.list>[0]) => (await prints.list(query)).map(({ id }) => id);
    expect(await ids({ limit: 2 })).toEqual(['d', 'c']);
    expect(await ids({ limit: 2, before: 'c' })).toEqual(['b', 'a']);
    expect(await ids({ open: true, limit: 9 })).toEqual(['d', 'c', 'b']);
  });

  it('an auto-print is written with the number of the receipt and with nothing else, and goes with the job', async () => {
    const db = await aJournal();
    const begun = await stored(db, { ...begin(order(1)), parts: { autoPrintReceipt: true } });
    expect(await db.prints.autoPrints()).toEqual([]);
    const sale = await stored(db, {
      ...updated(begun, { state: 'success', sn: '0001' }),
      parts: { autoPrintReceipt: true },
    });
    expect(await db.prints.autoPrints()).toEqual([sale.id]);
    const later = await stored(db, printed(sale, job('a', { copy: 1 })));
    expect(await db.prints.autoPrints()).toEqual([]);
    await stored(db, { ...updated(later, { message: 'again' }), parts: { autoPrintReceipt: true } });
    expect(await db.prints.autoPrints()).toEqual([]);
  });

  it('a restored database prints nothing by itself: a person is asked about each job', async () => {
    const path = journalPath();
    const sales = await openShopDatabase({ path, random: realRandom });
    await aSale(sales, { parts: { autoPrintReceipt: true } });
    const states = ['queued', 'checking', 'blocked', 'sending', 'sent'] as const;
    for (const state of states) {
      await sales.prints.add(job(state), at);
      if (state !== 'queued') await sales.prints.move({ id: state, from: ['queued'], to: state }, at);
    }
    await sales.close();
    const db = connect(path, false);
    applyRestoreRule(db, realRandom, { at, reason: 'copy', behind: null });
    db.close();
    const restored = await aJournal(path);
    expect(await restored.prints.autoPrints()).toEqual([]);
    expect(await restored.prints.printersWaiting()).toEqual([]);
    for (const state of states.slice(0, 4)) {
      expect(await restored.prints.get(state)).toMatchObject({ state: 'unknown', reason: 'restored' });
    }
    expect(await restored.prints.get('sent')).toMatchObject({ state: 'sent' });
  });

  it.each([
    [[], 0, 1],
    [[1], 1, 2],
    [[1, 2], 2, 3],
    // the original was given up while its copy waits
    [[2], 1, 3],
    // some were shared, or printed before there were jobs
    [[], 2, 3],
    [[1], 2, 3],
  ])('with the copies %j of %i prints the next is copy %i', (copies, prints, next) => {
    expect(nextCopy(copies, prints)).toBe(next);
  });

  it('no list of jobs reads the whole table', async () => {
    const path = journalPath();
    const db = connect(path, false);
    migrate(db, () => createMeta(db, realRandom));
    const plan = (sql: string): string =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => (row as { detail: string }).detail)
        .join('; ');
    const waiting = `j.state IN ('queued', 'checking', 'blocked')`;
    const open = `(j.state IN ('queued', 'checking', 'blocked', 'sending') OR (j.state = 'unknown' AND j.resolution IS NULL))`;
    expect(plan(`SELECT * FROM print_jobs j WHERE j.printer = 'a' AND ${waiting} ORDER BY j.seq LIMIT 1`)).toMatch(
      /print_jobs_waiting/,
    );
    expect(plan(`SELECT count(*) FROM print_jobs j WHERE ${open}`)).toMatch(/print_jobs_open/);
    expect(plan(`SELECT * FROM print_jobs j WHERE ${open} ORDER BY j.seq DESC LIMIT 5`)).toMatch(/print_jobs_open/);
    expect(plan(`SELECT DISTINCT j.printer FROM print_jobs j WHERE ${waiting}`)).toMatch(/print_jobs_waiting/);
    db.close();
  });
});
