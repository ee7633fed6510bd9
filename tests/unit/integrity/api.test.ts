import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { tamper } from '../../support/tamper.ts';

describe('journal.*', () => {
  /** A counter in training that has sold once, and its database. */
  async function soldOnce(): Promise<AppWorld & { file: string }> {
    const world = await appWorld();
    const sold = await world.call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    expect(sold.ok).toBe(true);
    return { ...world, file: join(world.dataDir, 'training/journal.db') };
  }

  test('the head is where the log ends, and moves with each event', async () => {
    const { call, file } = await soldOnce();
    const { value: head } = await call('journal.chainHead');
    const { head: inFile, terminal } = verifyJournal(file);
    expect(head).toMatchObject({ ...inFile, terminal });
    expect(head.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    await call('order', { productCode: 'TSEL5', customerNo: '081234567891' });
    expect((await call('journal.chainHead')).value.seq).toBeGreaterThan(head.seq);
  });

  test('the journal is verified beside selling: what was sold meanwhile is sold, and the practice key signed its webhooks', async () => {
    const { call } = await soldOnce();
    const [verified, sold] = await Promise.all([
      call('journal.verify'),
      call('order', { productCode: 'TSEL5', customerNo: '081234567892' }),
    ]);
    expect(sold.ok).toBe(true);
    expect(verified).toMatchObject({ ok: true, value: { flaw: null, webhooks: { byNone: 0 } } });
    expect(verified.value.events).toBeGreaterThan(0);
  });

  test('a row that was changed behind its back is named', async () => {
    const { call, file, log } = await soldOnce();
    tamper(file, "UPDATE events SET actor = 'nobody' WHERE seq = 1");
    expect((await call('journal.verify')).value.flaw).toEqual({ row: 'event 1', why: 'event_changed' });
    expect(log.lines).toContainEqual({
      level: 'error',
      message: 'the journal is not whole',
      facts: { why: 'event_changed' },
    });
  });

  test('the head is printed whole, in groups, and marked in training', async () => {
    const { call, printed } = await soldOnce();
    const { value } = await call('journal.printHead', { paper: '80' });
    const groups = value.head.hash.match(/.{4}/g) ?? [];
    expect(groups).toHaveLength(16);
    expect(value.text.replaceAll(/\s+/g, ' ')).toContain(groups.join(' '));
    expect(value.text).toContain(String(value.head.seq));
    expect(value.text).toContain('LATIHAN');
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatchObject({ saleId: null, paper: '80' });
    for (const group of groups) expect(printed[0]?.html).toContain(group);
  });

  test('a head that no printer took is an error, and nothing is written into the log for it', async () => {
    const { call } = await appWorld({ print: async () => ({ kind: 'failed', reason: 'no paper' }) });
    const before = (await call('journal.chainHead')).value.seq;
    expect(await call('journal.printHead')).toMatchObject({ ok: false, error: { reason: 'not_printed' } });
    expect((await call('journal.chainHead')).value.seq).toBe(before);
  });
});
