import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readSnapshot } from '../../../src/main/db/snapshot.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { begin, event, order, stored, updated } from '../../support/stored-sales.ts';

describe('the event log', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);

  test('the timeline has everything that was said, oldest first, with the sale as it was left', async () => {
    const db = await aJournal();
    const begun = await stored(
      db,
      begin(order(1), { event: event('sale.submitted', { bodies: [{ role: 'request', bytes: bytes('{"a":1}') }] }) }),
    );
    const pending = await stored(
      db,
      updated(begun, { state: 'pending' }, { data: { status: 200 }, bodies: [{ role: 'answer', bytes: bytes('{}') }] }),
    );
    const events = await db.timeline(begun.id);
    expect(events.map(({ seq, type, data }) => [seq, type, data])).toEqual([
      [1, 'sale.submitted', { cash: 12_000 }],
      [2, 'sale.response_received', { status: 200 }],
    ]);
    expect(events[0]?.bodies[0]).toEqual({ role: 'request', text: '{"a":1}' });
    expect(readSnapshot(bytes(events[1]?.bodies[1]?.text ?? ''))).toEqual(pending);
  });

  test('a copy lacks the sales that were sent after its last event, and nobody can say so of another log’s copy', async () => {
    const db = await aJournal();
    const first = await stored(db, begin(order(1)));
    const end = await db.head();
    expect(await db.beyond(end)).toMatchObject({ sales: 0, at: expect.stringMatching(/^\d{4}-/) });
    // What becomes of a sale that the copy has is no sale of its own.
    const pending = await stored(db, updated(first, { state: 'pending' }));
    expect(await db.beyond(end)).toMatchObject({ sales: 0 });
    await stored(db, begin(order(2)));
    await stored(db, begin(order(3)));
    expect(await db.beyond(end)).toMatchObject({ sales: 2 });
    // One that an earlier restore had lost is lost once more, wherever it came back from.
    await stored(db, begin(order(4), { event: event('sale.created_from_webhook') }));
    await stored(db, begin(order(5), { event: event('sale.recovered_from_claim') }));
    expect(await db.beyond(end)).toMatchObject({ sales: 4 });
    // A print is nothing that anybody would record again.
    const printed = await stored(db, updated(pending, { prints: 1 }, { type: 'receipt.print_requested' }));
    expect(await db.beyond(end)).toMatchObject({ sales: 4, records: 0 });
    const returned = await stored(db, updated(printed, { message: 'OK' }, { type: 'cash.returned' }));
    await db.shifts.open({ actor: 'cashier', at: '2026-03-02T05:00:00.000Z', counted: 0, day: '2026-03-02' });
    expect(await db.beyond(end)).toMatchObject({ sales: 4, records: 2 });
    // A person doubts an outcome: without that its product could be sold to the number once more.
    await stored(db, updated(returned, { state: 'disputed' }, { type: 'sale.manually_disputed' }));
    expect(await db.beyond(end)).toMatchObject({ sales: 4, records: 3 });
    expect(await db.beyond({ ...end, hash: end.hash.slice(0, 16) })).toMatchObject({ sales: 4 });
    expect(await db.beyond({ ...end, hash: '0'.repeat(64) })).toBeNull();
    expect(await db.beyond({ ...end, seq: end.seq + 99 })).toBeNull();
  });

  test('a webhook is known again by its exact bytes, for its own sale, unless it was quarantined', async () => {
    const db = await aJournal();
    const body = bytes('{"status":"success"}');
    const one = await stored(db, begin(order(1)));
    const other = await stored(db, begin(order(2)));
    const webhook = { bodies: [{ role: 'webhook' as const, bytes: body }] };
    await stored(
      db,
      updated(other, {}, { ...webhook, type: 'webhook.quarantined', data: { reason: 'customer_differs' } }),
    );
    expect(await db.hasWebhook(other.id, body)).toBe(false);
    await stored(db, updated(one, { state: 'pending' }, { ...webhook, type: 'webhook.applied' }));
    expect(await db.hasWebhook(one.id, body)).toBe(true);
    expect(await db.hasWebhook(one.id, bytes('{"status":"success" }'))).toBe(false);
    expect(await db.hasWebhook(other.id, body)).toBe(false);
  });

  test('webhooks that were quarantined are listed newest first, with why and what they said', async () => {
    const db = await aJournal();
    for (const ref of ['r1', null]) {
      await db.commit({
        sale: null,
        event: event('webhook.quarantined', {
          data: { reason: 'no_such_sale', ref },
          bodies: [{ role: 'webhook', bytes: bytes(`of ${ref}`) }],
        }),
        cursor: { mailbox: 'm', cursor: 'c' },
      });
    }
    expect(await db.quarantined(10)).toMatchObject([
      { seq: 2, reason: 'no_such_sale', ref: null, body: bytes('of null') },
      { seq: 1, reason: 'no_such_sale', ref: 'r1', body: bytes('of r1') },
    ]);
    expect(await db.quarantined(1)).toHaveLength(1);
    expect((await db.openMoney('2026-03-02T00:00:00Z')).quarantined).toBe(2);
  });

  test('the file itself refuses to change or forget an event, a body or a receipt', async () => {
    const path = journalPath();
    const sales = await aJournal(path);
    const begun = await stored(sales, begin(order(1)));
    await stored(sales, updated(begun, { state: 'success' }));
    const db = new Database(path);
    const refused = [
      `UPDATE events SET actor = 'x' WHERE seq = 1`,
      'DELETE FROM events WHERE seq = 2',
      `UPDATE event_payloads SET bytes = x'00'`,
      `UPDATE event_payloads SET role = 'note', salt = NULL, bytes = NULL`,
      'DELETE FROM event_payloads',
      'UPDATE receipts SET number = 7',
      'DELETE FROM receipts',
      'DELETE FROM transactions',
      'INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 1',
      'INSERT OR REPLACE INTO event_payloads SELECT * FROM event_payloads LIMIT 1',
      `INSERT OR REPLACE INTO receipts SELECT series, number + 1, sale_id FROM receipts`,
      `INSERT INTO events SELECT seq + 7, sale_id, type, at, actor, data, digests, encoding, prev, hash FROM events LIMIT 1`,
    ];
    for (const sql of refused) expect(() => db.exec(sql)).toThrow(/append-only|erased or stays|given once|FOREIGN KEY/);
    db.exec('UPDATE event_payloads SET salt = NULL, bytes = NULL WHERE seq = 1');
    db.close();
    expect((await sales.timeline(begun.id))[0]?.bodies[0]?.text).toBeNull();
  });

  test('the hash of an event can be computed by anybody from the row', async () => {
    const path = journalPath();
    const sales = await aJournal(path);
    await stored(sales, begin(order(1)));
    const db = new Database(path, { readonly: true });
    const row = db.prepare('SELECT *, hex(prev) AS prevHex, hex(hash) AS hashHex FROM events').get() as Record<
      string,
      string
    >;
    const body = db.prepare('SELECT salt, bytes FROM event_payloads').get() as { salt: Buffer; bytes: Buffer };
    db.close();
    const sha256 = (...parts: Array<string | Buffer>): string => {
      const hash = createHash('sha256');
      for (const piece of parts) hash.update(piece);
      return hash.digest('hex');
    };
    expect(row['digests']).toBe(`[["snapshot","${sha256(body.salt, body.bytes)}"]]`);
    const { seq, sale_id, type, at, actor, data, digests, prevHex = '' } = row;
    const text = JSON.stringify([
      'konter-event/1',
      prevHex.toLowerCase(),
      seq,
      sale_id,
      type,
      at,
      actor,
      data,
      digests,
    ]);
    expect(row['hashHex']?.toLowerCase()).toBe(sha256(text));
  });

  test('what is not a whole snapshot of this version is none', () => {
    for (const text of ['', '[]', '{}', '[1]', '[2,"id"]', 'null', '[1,1,2,3'])
      expect(readSnapshot(bytes(text))).toBeNull();
  });
});
