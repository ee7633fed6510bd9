import { describe, expect, test } from 'vitest';
import { aJournal } from '../../support/database-files.ts';
import { goodProduct } from '../../support/provider-answers.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('a commit', () => {
  const day = '2026-03-02';
  const guarded = { onlyOneInFlight: true, rejectDuplicatesOn: day };

  test('a change decided on an older revision is stale and writes nothing', async () => {
    const db = await aJournal();
    const begun = await stored(db, begin(order(1)));
    const pending = await stored(db, updated(begun, { state: 'pending' }));
    expect(await db.commit(updated(begun, { state: 'failed' }))).toEqual({ kind: 'conflict' });
    expect(await db.commit(begin(order(1)))).toEqual({ kind: 'conflict' });
    expect(await db.commit(updated(order(2), { state: 'failed' }))).toEqual({ kind: 'conflict' });
    expect(await db.get(begun.id)).toEqual(pending);
    expect(await db.timeline(begun.id)).toHaveLength(2);
  });

  test('of two orders for one product and number that are committed at once, one goes and one is in flight', async () => {
    const db = await aJournal();
    const [one, other] = [order(1, { customerNo: '081234567890' }), order(2, { customerNo: '+62 812-3456-7890' })];
    const outcomes = await Promise.all(
      [one, other].map((next) => db.commit({ sale: { expectedRevision: 0, next, ...guarded }, event: event() })),
    );
    expect(outcomes).toMatchObject([{ kind: 'committed' }, { kind: 'in_flight', other: { id: one.id } }]);
    expect(await db.get(other.id)).toBeNull();
  });

  test('unresolved sales block a second one, settled ones do not, and another number never', async () => {
    const db = await aJournal();
    const customerNo = '081234567890';
    let begun = await stored(db, begin(order(1, { customerNo })));
    const attempt = async (n: number, number = customerNo): Promise<string> =>
      (
        await db.commit({
          sale: { expectedRevision: 0, next: order(n, { customerNo: number }), onlyOneInFlight: true },
          event: event(),
        })
      ).kind;
    expect(await attempt(2)).toBe('in_flight');
    for (const state of ['unknown', 'disputed'] as const) {
      begun = await stored(db, updated(begun, { state }));
      expect(await attempt(3)).toBe('in_flight');
    }
    expect(await attempt(4, '081234567891')).toBe('committed');
    await stored(db, updated(begun, { state: 'failed' }));
    expect(await attempt(5)).toBe('committed');
  });

  test('a repeat on the day of a sale or of a refusal is found, on another day or after a plain failure it is not', async () => {
    const db = await aJournal();
    const attempt = async (customerNo: string, rejectDuplicatesOn: string, n: number): Promise<unknown> => {
      const next = order(n, { customerNo, state: 'unsent' });
      const at = `${rejectDuplicatesOn}T20:00:00.000Z`;
      const outcome = await db.commit({
        sale: { expectedRevision: 0, next, rejectDuplicatesOn },
        event: event('sale.submitted', { at }),
      });
      return outcome.kind === 'duplicate' ? outcome.other.id : outcome.kind;
    };
    const success = await sold(db, order(1, { customerNo: '0811111111' }));
    expect(await attempt('0811111111', day, 11)).toBe(success.id);
    expect(await attempt('0811111111', '2026-03-03', 12)).toBe('committed');

    const refused = await stored(db, begin(order(2, { customerNo: '0822222222', state: 'failed', refused: true })));
    expect(await attempt('0822222222', day, 21)).toBe(refused.id);

    await stored(db, begin(order(3, { customerNo: '0833333333', state: 'failed' })));
    expect(await attempt('0833333333', day, 31)).toBe('committed');
  });

  test('a bill that is paid does not stand in its own way', async () => {
    const db = await aJournal();
    const bill = await stored(db, begin(order(1, { kind: 'postpaid', state: 'inquired' })));
    const next = { ...bill, state: 'sending' as const, revision: 2 };
    expect(await db.commit({ sale: { expectedRevision: 1, next, ...guarded }, event: event() })).toMatchObject({
      kind: 'committed',
    });
    const query = { productCode: bill.productCode, customerNo: bill.customerNo, at: event().at, day };
    expect(await db.findConflict({ ...query, exceptId: bill.id })).toBeNull();
    expect(await db.findConflict({ ...query, exceptId: null })).toMatchObject({ kind: 'in_flight' });
  });

  test('a program that breaks the rules of a sale is stopped, and nothing is written', async () => {
    const db = await aJournal();
    const begun = await stored(db, begin(order(1)));
    const failed = await stored(db, updated(begun, { state: 'failed' }));
    const wrong = [
      updated(failed, { state: 'sending' }),
      updated(failed, { state: 'success' }),
      updated(failed, { customerNo: '089999999999' }),
      updated(failed, { receiptNo: 'XXXX-000001' }),
      { ...updated(failed, { message: 'x' }), sale: { expectedRevision: failed.revision, next: failed } },
    ];
    for (const change of wrong) await expect(db.commit(change)).rejects.toThrow(Error);
    expect(await db.get(begun.id)).toEqual(failed);
    expect(await db.timeline(begun.id)).toHaveLength(2);
  });

  test('receipt numbers run on without a gap, are given once, and only on success', async () => {
    const db = await aJournal();
    const numbers: Array<string | null> = [];
    for (const n of [1, 2, 3]) {
      const begun = await stored(db, begin(order(n)));
      if (n === 2) await db.commit(begin(order(n))); // stale
      numbers.push((await stored(db, updated(begun, { state: 'success' }))).receiptNo);
    }
    expect(numbers).toEqual(['000001', '000002', '000003'].map((number) => `${db.terminal}-${number}`));

    const first = await db.get(order(1).id);
    if (!first) throw new Error('lost');
    const printed = await stored(db, updated(first, { prints: 1 }));
    expect(printed.receiptNo).toBe(first.receiptNo);
    const disputed = await stored(db, updated(printed, { state: 'disputed' }));
    const settled = await stored(db, updated(disputed, { state: 'success' }));
    expect(settled.receiptNo).toBe(first.receiptNo);

    const early: Parameters<typeof db.commit>[0] = {
      sale: { expectedRevision: 0, next: order(9), issueReceipt: true },
      event: event(),
    };
    await expect(db.commit(early)).rejects.toThrow('on success');
  });

  test('two sales may carry the same id of the provider, and the one that was answered with it is found', async () => {
    const db = await aJournal();
    await stored(db, begin(order(1, { transactionId: 'T-9', transactionIdFrom: 'webhook' })));
    await stored(db, begin(order(2, { transactionId: 'T-9', transactionIdFrom: 'answer' })));
    expect((await db.findByTransactionId('T-9'))?.id).toBe(order(2).id);
    expect(await db.findByTransactionId('T-8')).toBeNull();
  });

  test('the cursor and the price move with the change they belong to, or not at all', async () => {
    const db = await aJournal();
    await db.saveProduct(goodProduct, '2026-03-02T01:00:00.000Z', 11_500);
    await db.saveProduct({ ...goodProduct, productCode: 'ISAT25' }, '2026-03-02T02:00:00.000Z');
    expect(
      (await db.knownProducts()).map(({ product: { productCode }, sellingPrice }) => [productCode, sellingPrice]),
    ).toEqual([
      ['ISAT25', null],
      ['TSEL10', 11_500],
    ]);
    const more = {
      cursor: { mailbox: 'm1', cursor: 'c7' },
      parts: { sold: { productCode: 'TSEL10', keptPrice: 12_000 } },
    };
    await stored(db, begin(order(1), more));
    await db.commit({ ...begin(order(1)), cursor: { mailbox: 'm1', cursor: 'c8' } }); // stale
    expect(await db.cursor('m1')).toBe('c7');
    expect(await db.cursor('m2')).toBeNull();
    await db.saveProduct({ ...goodProduct, active: false }, '2026-03-02T04:00:00.000Z', 1);
    expect((await db.knownProducts())[0]).toMatchObject({
      product: { productCode: 'TSEL10', active: false },
      sellingPrice: 12_000,
      usedAt: '2026-03-02T04:00:00.000Z',
    });
  });
});
