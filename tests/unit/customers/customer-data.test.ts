import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { purgeErasedTraces } from '../../../src/main/customers/purge-databases.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { customerDigest } from '../../../src/main/db/sale-rows.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';
import { begin, event, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('CustomerData', () => {
  const at = '2026-06-01T00:00:00.000Z';
  const number = '081234567890';
  const answerBody = (text: string) => ({ role: 'answer' as const, bytes: Buffer.from(text) });
  const digest = customerDigest(new Uint8Array(32).fill(7));
  const open = (path: string) => openShopDatabase({ path, random: realRandom, digest });

  async function soldTo(customerNo: string, db: Awaited<ReturnType<typeof aJournal>>, n: number, name = 'BUDI CONTOH') {
    const begun = await stored(db, begin(order(n, { customerNo, customerName: name, state: 'sending' })));
    return stored(
      db,
      updated(
        begun,
        {
          state: 'success',
          sn: `${n % 4 === 0 ? '1234-5678-9012-3456-7890' : '9'}/${name}`,
          message: `ok ${customerNo}`,
        },
        { bodies: [answerBody(`{"customer_no":"${customerNo}","name":"${name}"}`)] },
      ),
    );
  }

  async function eraseAll(db: Awaited<ReturnType<typeof aJournal>>): Promise<number> {
    let erased = 0;
    for (let done = await db.customers.eraseNext(at); done.length > 0; done = await db.customers.eraseNext(at)) {
      erased += done.length;
    }
    return erased;
  }

  test('a customer is erased from sale, log and key; sums, receipt number and chain stay, and verify counts it', async () => {
    const path = journalPath();
    const db = await open(path);
    const mine = await soldTo(number, db, 1);
    const other = await soldTo('081111111111', db, 2);
    const books = await db.books.slices({ by: 'day', from: '2026-01-01', to: '2026-12-31' });
    expect(await db.customers.begin({ customerNo: '+62 812-3456-7890', note: 'asked for it', at })).toEqual({
      kind: 'begun',
      sales: 1,
      webhooks: 0,
      saved: 0,
    });
    expect(await eraseAll(db)).toBe(1);
    const erased = await db.get(mine.id);
    expect(erased).toMatchObject({
      customerNo: erasedNo,
      customerName: null,
      sn: null,
      message: null,
      receiptNo: mine.receiptNo,
      price: mine.price,
      total: mine.total,
    });
    expect(await db.get(other.id)).toEqual(other);
    expect(await db.books.slices({ by: 'day', from: '2026-01-01', to: '2026-12-31' })).toEqual(books);
    expect((await db.search({ text: number })).items).toEqual([]);
    expect((await db.search({ text: String(mine.receiptNo) })).items.map(({ id }) => id)).toEqual([mine.id]);
    expect(await db.customers.isCustomer(mine.id, '62812 3456 7890')).toBe(true);
    expect(await db.customers.isCustomer(mine.id, '081111111111')).toBe(false);
    await db.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, erased: 3, erasedSales: 1 });
  });

  test.each([
    ['081234567890', 'TRX-081234567890-7'],
    ['081234567890', 'trx6281234567890'],
    ['6281234567890', 'TRX-6281234567890-7'],
    ['6281234567890', '+6281234567890/20260302'],
    ['081234567890', '812-3456-7890-1'],
    ['53AB1234567', 'INV53ab1234567'],
  ])('a provider’s id that is made of %s goes with it, however it spells it: %s', async (customerNo, transactionId) => {
    const db = await open(journalPath());
    const fields = { transactionId, transactionIdFrom: 'answer' } as const;
    const { id } = await sold(db, order(1, { customerNo }), fields);
    await db.customers.begin({ customerNo, note: 'asked for it', at });
    await eraseAll(db);
    expect(await db.get(id)).toMatchObject({ transactionId: null, transactionIdFrom: null });
    await db.close();
  });

  test('a webhook that was quarantined and names nobody plainly is of the customer whose whole number stands in it', async () => {
    const db = await open(journalPath());
    const bodies = [
      '{"customer_no":812345678901,"sn":"0812345"}',
      'no JSON: +62 812-345-678',
      '{"dest":"0812345678901"}',
    ];
    for (const body of bodies) {
      await db.commit({
        sale: null,
        event: event('webhook.quarantined', { bodies: [{ role: 'webhook', bytes: Buffer.from(body) }] }),
      });
    }
    const of = async (customerNo: string): Promise<string[]> =>
      (await db.customers.webhooksOf(customerNo)).map(({ body }) => body).toReversed();
    expect(await of('0812345678901')).toEqual([bodies[0], bodies[2]]);
    expect(await of('0812345678')).toEqual([bodies[1]]);
    expect(await of('0812345')).toEqual([bodies[0]]);
    expect(await of('456')).toEqual([]);
    await db.close();
  });

  test('the event of an erasure holds neither number nor name, and a digest that another key does not give', async () => {
    const path = journalPath();
    const db = await open(path);
    await soldTo(number, db, 1);
    await db.customers.begin({ customerNo: number, note: 'asked for it', at });
    const [erasure] = await db.customers.erasures();
    expect(erasure).toMatchObject({ at, digest: digest(number), sales: [order(1).id], webhooks: [] });
    expect(JSON.stringify(erasure)).not.toMatch(/81234567890|BUDI/);
    expect(customerDigest(new Uint8Array(32))(number)).not.toBe(digest(number));
    await db.close();
  });

  test.each(['sending', 'pending', 'unknown', 'disputed'] as const)(
    'nothing is erased while one of the sales is %s',
    async (state) => {
      const db = await aJournal();
      const fine = await soldTo(number, db, 1);
      const begun = await stored(db, begin(order(2, { customerNo: number })));
      if (state !== 'sending') await stored(db, updated(begun, { state }));
      const answer = await db.customers.begin({ customerNo: number, note: 'asked for it', at });
      expect(answer).toMatchObject({ kind: 'unsettled', sales: [{ id: begun.id }] });
      expect(await eraseAll(db)).toBe(0);
      expect(await db.get(fine.id)).toEqual(fine);
    },
  );

  test('cash that is owed keeps the customer until it is returned', async () => {
    const db = await aJournal();
    const begun = await stored(db, begin(order(1, { customerNo: number, tendered: 20_000, total: 12_000 })));
    const failed = await stored(db, updated(begun, { state: 'failed' }));
    expect((await db.customers.begin({ customerNo: number, note: 'asked', at })).kind).toBe('unsettled');
    expect(await db.customers.queueOlder(at)).toBe(false);
    expect(await eraseAll(db)).toBe(0);
    expect(await db.customers.state()).toMatchObject({ waiting: 1, leftovers: false });
    await stored(db, updated(failed, { cashReturnedAt: at }));
    expect(await eraseAll(db)).toBe(1);
  });

  test('old sales are masked along the list and newer ones are not; one that is not settled waits', async () => {
    const path = journalPath();
    const db = await open(path);
    const old = await soldTo(number, db, 1);
    const unknown = await stored(db, updated(await stored(db, begin(order(2))), { state: 'unknown' }));
    const young = await soldTo(number, db, 60);
    expect(await db.customers.queueOlder(order(30).createdAt)).toBe(false);
    expect(await eraseAll(db)).toBe(1);
    expect(await db.get(old.id)).toMatchObject({ customerNo: erasedNo });
    expect(await db.get(unknown.id)).toEqual(unknown);
    expect(await db.get(young.id)).toEqual(young);
    await stored(db, updated(unknown, { state: 'success', sn: 'SN2' }));
    expect(await eraseAll(db)).toBe(1);
    expect(await db.customers.queueOlder(order(30).createdAt)).toBe(false);
    expect(await db.customers.state()).toMatchObject({ waiting: 0, leftovers: false });
    await db.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, erasedSales: 2 });
  });

  test('a bill that was paid long after it was first asked for is masked that number of days after it was paid', async () => {
    const path = journalPath();
    const db = await open(path);
    const bill = { kind: 'postpaid', state: 'inquired', sentAt: null, tendered: null } as const;
    const inquiry = await stored(db, begin(order(1, bill)));
    const sentAt = '2026-03-20T03:00:00.000Z';
    const sending = await stored(db, updated(inquiry, { state: 'sending', sentAt, day: '2026-03-20' }));
    const paid = await stored(db, updated(sending, { state: 'success', sn: 'SN1' }));
    const young = await soldTo(number, db, 60);
    expect(await db.customers.queueOlder('2026-03-20T00:00:00.000Z')).toBe(false);
    expect(await eraseAll(db)).toBe(1);
    expect(await db.get(paid.id)).toEqual(paid);
    expect(await db.get(young.id)).toMatchObject({ customerNo: erasedNo });
    expect(await db.customers.queueOlder('2026-03-21T00:00:00.000Z')).toBe(false);
    expect(await eraseAll(db)).toBe(1);
    expect(await db.get(paid.id)).toMatchObject({ customerNo: erasedNo, sn: null });
    expect(await db.customers.queueOlder('2026-03-22T00:00:00.000Z')).toBe(false);
    expect(await db.customers.state()).toMatchObject({ waiting: 0 });
    await db.close();
  });

  test('the same product for an erased number that day is still a repeat', async () => {
    const db = await aJournal();
    const sale = await soldTo(number, db, 1);
    await db.customers.begin({ customerNo: number, note: 'asked', at });
    await eraseAll(db);
    const query = { productCode: sale.productCode, customerNo: '+6281234567890', at, day: sale.day, exceptId: null };
    expect(await db.findConflict(query)).toMatchObject({ kind: 'duplicate', other: { id: sale.id } });
    expect(await db.findConflict({ ...query, customerNo: '081111111111' })).toBeNull();
    const refused = await db.commit({
      ...begin(order(2, { customerNo: number, day: sale.day, productCode: sale.productCode })),
      sale: {
        expectedRevision: 0,
        next: order(2, { customerNo: number, day: sale.day }),
        rejectDuplicatesOn: sale.day,
      },
    });
    expect(refused.kind).toBe('duplicate');
  });

  test('what an older copy does not know to be erased is erased again, by ids and without any key', async () => {
    const path = journalPath();
    const db = await open(path);
    const sale = await soldTo(number, db, 1);
    await db.commit({
      sale: null,
      event: event('webhook.quarantined', {
        data: { reason: 'no_such_sale', receivedAt: '2026-03-01T00:00:00.000Z' },
        bodies: [{ role: 'webhook', bytes: Buffer.from(`{"customer_no":"62${number.slice(1)}"}`) }],
      }),
    });
    await db.close();
    const older = journalPath();
    copyFileSync(path, older);
    const now = await open(path);
    expect(await now.customers.begin({ customerNo: number, note: 'asked', at })).toMatchObject({
      sales: 1,
      webhooks: 1,
    });
    const list = await now.customers.erasures();
    await now.close();
    const restored = await openShopDatabase({ path: older, random: realRandom });
    expect(await restored.customers.reapply(list, at)).toBe(1);
    expect(await restored.customers.reapply(list, at)).toBe(0);
    expect(await eraseAll(restored)).toBe(1);
    expect(await restored.get(sale.id)).toMatchObject({ customerNo: erasedNo });
    expect((await restored.quarantined(10))[0]?.body).toBeNull();
    await restored.close();
    expect(verifyJournal(older)).toMatchObject({ flaw: null, erasedSales: 1 });
  });

  test('a webhook that comes again for an erased customer is erased too, a newer one of the same number is not', async () => {
    const db = await open(journalPath());
    await soldTo(number, db, 1);
    await db.customers.begin({ customerNo: number, note: 'asked', at });
    const late = (receivedAt: string) =>
      db.commit({
        sale: null,
        event: event('webhook.quarantined', {
          data: { reason: 'no_such_sale', receivedAt },
          bodies: [{ role: 'webhook', bytes: Buffer.from(`{"customer_no":"${number}"}`) }],
        }),
      });
    await late('2026-05-01T00:00:00.000Z');
    await late('2026-07-01T00:00:00.000Z');
    await db.customers.reapply([], at);
    expect((await db.quarantined(10)).map(({ body }) => body === null)).toEqual([false, true]);
    await db.close();
  });

  test('what waits to be printed for an erased customer does not print, and its bytes are gone', async () => {
    const path = journalPath();
    const db = await open(path);
    const sale = await soldTo(number, db, 1);
    await stored(db, {
      ...updated(sale, { prints: 1 }, { type: 'receipt.print_requested' }),
      parts: {
        print: {
          kind: 'add',
          job: {
            id: 'job-1',
            kind: 'receipt',
            saleId: sale.id,
            printer: 'till',
            copy: 1,
            askedBy: 'cashier',
            again: null,
            state: 'queued',
            format: 'escpos',
            payload: Buffer.from('BUDI CONTOH'),
          },
        },
      },
    });
    await db.customers.begin({ customerNo: number, note: 'asked', at });
    await eraseAll(db);
    expect(await db.prints.payload('job-1')).toBeNull();
    expect(await db.prints.next('till')).toBeNull();
    await db.close();
  });

  test('no file beside the database holds the number, the name or the token once it was erased and cleaned', async () => {
    const path = journalPath();
    const db = await open(path);
    for (let n = 1; n <= 40; n++) {
      if (n % 4 === 0) await soldTo(number, db, n);
      else await soldTo(`0811${String(n).padStart(8, '1')}`, db, n, 'SITI');
    }
    expect(bytesOf(path, 'BUDI CONTOH')).toBe(true);
    await db.customers.begin({ customerNo: number, note: 'asked', at });
    await eraseAll(db);
    const ids = rowids(path);
    expect(purgeErasedTraces(path, true)).toBe(true);
    expect(rowids(path)).toEqual(ids);
    for (const text of ['81234567890', 'BUDI', '1234-5678-9012-3456-7890']) expect(bytesOf(path, text)).toBe(false);
    expect(await db.customers.state()).toMatchObject({ waiting: 0, leftovers: false });
    await sold(db, order(50));
    await db.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, erasedSales: 10 });
  });

  /** Whether any file of the folder holds these bytes. */
  function bytesOf(path: string, text: string): boolean {
    return readdirSync(dirname(path)).some((file) => readFileSync(join(dirname(path), file)).includes(text));
  }

  function rowids(path: string): unknown[] {
    const db = connect(path, true);
    const rows = db.prepare('SELECT rowid, id FROM transactions ORDER BY rowid').all();
    db.close();
    return rows;
  }
});
