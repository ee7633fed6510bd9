import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { compiledTests } from '../../../scripts/compiled-tests.ts';
import { derivedColumns } from '../../../src/main/db/sale-rows.ts';
import { journalCommand, reportText } from '../../../src/main/integrity/cli.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { builtJournal } from '../../support/built-counters.ts';
import { aJournal, journalPath, threeSales } from '../../support/database-files.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';
import { tamper } from '../../support/tamper.ts';

describe('verifying a database', () => {
  test('an untouched journal is whole, and its head is named', async () => {
    const report = verifyJournal(await threeSales());
    expect(report).toMatchObject({ events: 6, sales: 3, receipts: 3, erased: 0, flaw: null, head: { seq: 6 } });
    expect(report.head.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('an empty journal is whole', async () => {
    const path = journalPath();
    await (await aJournal(path)).close();
    expect(verifyJournal(path)).toMatchObject({ events: 0, flaw: null, head: { seq: 0 } });
  });

  const swap = `
  CREATE TABLE swap AS SELECT * FROM events WHERE seq IN (3, 4);
  DELETE FROM events WHERE seq IN (3, 4);
  INSERT INTO events SELECT 7 - seq, sale_id, type, at, actor, data, digests, encoding, prev, hash FROM swap;`;

  test.each([
    ['an edited event', `UPDATE events SET data = '{"status":201}' WHERE seq = 4`, 'event 4', 'event_changed'],
    [
      'an event given to another sale',
      'UPDATE events SET sale_id = (SELECT min(id) FROM transactions) WHERE seq = 5',
      'event 5',
      'event_changed',
    ],
    ['a deleted event', 'DELETE FROM events WHERE seq = 3', 'event 3', 'event_missing'],
    ['the first event deleted', 'DELETE FROM events WHERE seq = 1', 'event 1', 'event_missing'],
    ['reordered events', swap, 'event 3', 'link_broken'],
    ['the end cut off', 'DELETE FROM events WHERE seq = 6', 'event 6', 'end_differs'],
    ['an edited body', `UPDATE event_payloads SET bytes = CAST('{}' AS BLOB) WHERE seq = 2`, 'event 2', 'body_changed'],
    ['another role for a body', `UPDATE event_payloads SET role = 'note' WHERE seq = 2`, 'event 2', 'body_changed'],
    ['a deleted body', 'DELETE FROM event_payloads WHERE seq = 5', 'event 5', 'body_missing'],
    ['an edited sale', `UPDATE transactions SET total = 1 WHERE id LIKE '%2'`, `sale ${order(2).id}`, 'sale_differs'],
    [
      'an edited search key',
      `UPDATE transactions SET customer_key = '1' WHERE id LIKE '%2'`,
      `sale ${order(2).id}`,
      'sale_differs',
    ],
    ['a receipt left out', 'DELETE FROM receipts WHERE number = 2', 'receipt', 'receipt_missing'],
    ['the last receipt left out', 'DELETE FROM receipts WHERE number = 3', `sale ${order(3).id}`, 'receipt_differs'],
    [
      'a receipt given to another sale',
      `UPDATE receipts SET sale_id = 'x' WHERE number = 1`,
      'receipt',
      'receipt_differs',
    ],
  ])('%s is found', async (_what, sql, row, why) => {
    const path = await threeSales();
    tamper(path, sql);
    const { flaw } = verifyJournal(path);
    expect([flaw?.row.slice(0, row.length), flaw?.why]).toEqual([row, why]);
  });

  test('a sale that no event made is found', async () => {
    const path = await threeSales();
    const derived = Object.keys(derivedColumns).join(', ');
    const columns = `kind, state, product_code, customer_no, customer_key, refused, flags, prints, day, created_at, updated_at, revision, payments, tab_payments, returns, ${derived}`;
    tamper(
      path,
      `INSERT INTO transactions (id, ${columns}) SELECT '0195f0aa-extra', ${columns} FROM transactions LIMIT 1`,
    );
    expect(verifyJournal(path).flaw).toEqual({ row: 'sale 0195f0aa-extra', why: 'sale_unexplained' });
  });

  test('erased bodies are counted and the chain still holds', async () => {
    const path = await threeSales();
    const db = await aJournal(path);
    const at = '2026-03-05T00:00:00.000Z';
    await db.customers.begin({ customerNo: order(2).customerNo, note: 'asked', at });
    while ((await db.customers.eraseNext(at)).length > 0);
    await db.close();
    const { flaw, erased, erasedSales } = verifyJournal(path);
    expect({ flaw, erasedSales }).toEqual({ flaw: null, erasedSales: 1 });
    expect(erased).toBeGreaterThan(1);
  });

  test('what was taken out of the log without a word, to change its sale unseen, is found', async () => {
    const path = await threeSales();
    const db = new Database(path);
    // No trigger stands against it: this is how a customer is erased.
    db.exec(`UPDATE event_payloads SET salt = NULL, bytes = NULL WHERE seq = 4;
    UPDATE transactions SET sn = 'X' WHERE id = '${order(2).id}'`);
    db.close();
    expect(verifyJournal(path).flaw).toEqual({ row: 'event 4', why: 'body_missing' });
  });

  test('a journal can be verified while it is written', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const sale = await sold(db, order(1));
    expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 2 });
    await stored(db, updated(sale, { prints: 1 }));
    expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 3 });
  });

  function command(args: readonly string[], env: Record<string, string> = {}): { code: number; stdout: string } {
    let stdout = '';
    const around = { env, stdout: (text: string) => void (stdout += text), stderr: () => undefined };
    const code = journalCommand(args[0] === 'rebuild-books' ? args : ['verify', ...args], around);
    return { code, stdout };
  }

  test('the program ends with what the command found, and with its words', async () => {
    const path = await threeSales();
    const run = () =>
      spawnSync(process.execPath, [builtJournal, 'verify', path], { encoding: 'utf8', env: compiledTests });
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('The journal is whole.') });
    tamper(path, 'DELETE FROM events WHERE seq = 3');
    expect(run()).toMatchObject({ status: 1, stdout: expect.stringContaining('NOT RIGHT: event 3 is missing') });
  });

  test('the command says it in words and in its exit code', async () => {
    const path = await threeSales();
    expect(command([path])).toMatchObject({ code: 0, stdout: expect.stringContaining('The journal is whole.') });
    expect(command([`${path}.none`])).toMatchObject({ code: 2 });
    expect(command([path, 'and another'])).toMatchObject({ code: 2 });
    tamper(path, 'DELETE FROM events WHERE seq = 3');
    const bad = { code: 1, stdout: expect.stringContaining('NOT RIGHT: event 3 is missing') };
    expect(command([path])).toMatchObject(bad);
  });

  test('a command rebuilds the books, and touches no file that is none of ours', async () => {
    const path = await threeSales();
    tamper(path, 'UPDATE ledger_by_hour SET turnover = 7');
    expect(command([path])).toMatchObject({ code: 1, stdout: expect.stringContaining('rebuild-books') });
    expect(command(['rebuild-books', path])).toMatchObject({ code: 0 });
    expect(command([path])).toMatchObject({ code: 0 });
    expect(command(['rebuild-books', `${path}.none`])).toMatchObject({ code: 2 });
  });

  test('the command takes the keys from the environment, and never without the one in use', async () => {
    const path = await threeSales();
    const keys = { KONTER_SECRET_KEY: 'present', KONTER_RETIRED_KEYS: '["before"]' };
    const result = command([path, '--keys-from-env'], keys);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('0 signed with retired key 1') });
    expect(result.stdout).not.toContain('before');
    expect(command([path, '--keys-from-env'])).toMatchObject({ code: 2 });
    expect(command([path, '--keys-from-env'], { ...keys, KONTER_RETIRED_KEYS: 'before' })).toMatchObject({
      code: 2,
    });
  });

  test('a head on paper reveals a database that was rolled back, whole as it is', async () => {
    const path = await threeSales();
    const older = `${path}.older`;
    copyFileSync(path, older);
    const db = await aJournal(path);
    await sold(db, order(4));
    await db.close();
    const { seq, hash } = verifyJournal(path).head;
    const printed = `${seq} ${hash.replaceAll(/(.{4})/g, '$1 ')}`;
    expect(command([path, '--head', printed])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Event 8 has that code.'),
    });
    expect(verifyJournal(older).flaw).toBeNull();
    expect(command([older, '--head', printed])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('NOT RIGHT: event 8 is not there with that code'),
    });
    expect(command([path, '--head', `${seq} abcd`])).toMatchObject({ code: 2 });
  });
});

describe('each table', () => {
  /** Two rows take each other's place: everything but the key is exchanged. */
  const exchanged = (table: string, key: string, one: string, other: string, columns: readonly string[]): string => {
    const set = columns
      .map((column) => `${column} = (SELECT ${column} FROM was WHERE was.${key} <> t.${key})`)
      .join(', ');
    return `CREATE TEMP TABLE was AS SELECT * FROM ${table} WHERE ${key} IN (${one}, ${other});
    UPDATE ${table} AS t SET ${set} WHERE ${key} IN (${one}, ${other});`;
  };
  const id = (n: number): string => order(n).id;
  const text = (n: number): string => `'${id(n)}'`;
  const first = "(SELECT terminal FROM metadata) || '-000001'";

  test.each([
    ['events', 'edited', `UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 3`, 'event 3', 'event_changed'],
    [
      'events',
      'deleted',
      'DELETE FROM event_payloads WHERE seq = 3; DELETE FROM events WHERE seq = 3',
      'event 3',
      'event_missing',
    ],
    [
      'events',
      'reordered',
      exchanged('events', 'seq', '1', '5', ['sale_id', 'type', 'at', 'data', 'digests', 'prev', 'hash']),
      'event 1',
      'link_broken',
    ],
    [
      'events',
      'edited with its own hash rebuilt',
      `UPDATE events SET data = '{}', hash = zeroblob(32) WHERE seq = 4`,
      'event 4',
      'event_changed',
    ],
    [
      'event_payloads',
      'edited',
      `UPDATE event_payloads SET bytes = CAST(bytes || ' ' AS BLOB) WHERE id = 400`,
      'event 4',
      'body_changed',
    ],
    [
      'event_payloads',
      'given another salt',
      `UPDATE event_payloads SET salt = zeroblob(16) WHERE id = 400`,
      'event 4',
      'body_changed',
    ],
    ['event_payloads', 'deleted', 'DELETE FROM event_payloads WHERE id = 400', 'event 4', 'body_missing'],
    [
      'event_payloads',
      'reordered',
      exchanged('event_payloads', 'id', '200', '400', ['salt', 'bytes']),
      'event 2',
      'body_changed',
    ],
    [
      'event_payloads',
      'put in behind the log',
      `INSERT INTO event_payloads VALUES (700, 7, 'note', x'00', x'00')`,
      'body 700',
      'body_unexplained',
    ],
    [
      'transactions',
      'edited',
      `UPDATE transactions SET sn = 'X' WHERE id = ${text(2)}`,
      `sale ${id(2)}`,
      'sale_differs',
    ],
    ['transactions', 'deleted', `DELETE FROM transactions WHERE id = ${text(2)}`, `sale ${id(2)}`, 'sale_missing'],
    [
      'transactions',
      'reordered',
      exchanged('transactions', 'id', text(1), text(3), ['customer_no', 'customer_key', 'total', 'sn']),
      `sale ${id(1)}`,
      'sale_differs',
    ],
    ['receipts', 'edited', 'UPDATE receipts SET number = 4 WHERE number = 3', 'receipt', 'receipt_missing'],
    ['receipts', 'deleted', 'DELETE FROM receipts WHERE number = 1', 'receipt', 'receipt_missing'],
    [
      'receipts',
      'reordered',
      `UPDATE receipts SET sale_id = 'x' WHERE number = 1; UPDATE receipts SET sale_id = ${text(1)} WHERE number = 2;
     UPDATE receipts SET sale_id = ${text(2)} WHERE number = 1`,
      'receipt',
      'receipt_differs',
    ],
    [
      'receipts',
      'given twice',
      `UPDATE transactions SET receipt_no = ${first} WHERE id = ${text(2)}`,
      `sale ${id(2)}`,
      'sale_differs',
    ],
    ['metadata', 'with an older head', 'UPDATE metadata SET head_seq = 5', 'event 6', 'end_differs'],
    ['metadata', 'with another head', 'UPDATE metadata SET head_hash = zeroblob(32)', 'event 6', 'end_differs'],
    ['metadata', 'with another start', 'UPDATE metadata SET genesis = zeroblob(32)', 'event 1', 'link_broken'],
  ])('%s: a row %s is found', async (_table, _how, sql, row, why) => {
    const path = await threeSales();
    tamper(path, sql);
    const { flaw } = verifyJournal(path);
    expect([flaw?.row.slice(0, row.length), flaw?.why]).toEqual([row, why]);
  });

  test('many events deleted at once are found at the first of them', async () => {
    const path = await threeSales();
    tamper(path, 'DELETE FROM events WHERE seq BETWEEN 2 AND 5');
    expect(verifyJournal(path).flaw).toEqual({ row: 'event 2', why: 'event_missing' });
  });

  test('bytes of every kind in a body verify, and one bit changed among them is found', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const odd = Uint8Array.from({ length: 512 }, (_unused, n) => (n * 7) % 256);
    const bodies = [
      { role: 'request' as const, bytes: new Uint8Array() },
      { role: 'answer' as const, bytes: odd },
    ];
    const sale = await stored(db, begin(order(1)));
    await stored(db, updated(sale, { state: 'unknown' }, { bodies }));
    await db.close();
    expect(verifyJournal(path).flaw).toBeNull();
    const bent = Buffer.from(odd);
    bent[300] = (bent[300] ?? 0) ^ 1;
    tamper(path, `UPDATE event_payloads SET bytes = x'${bent.toString('hex')}' WHERE role = 'answer'`);
    expect(verifyJournal(path).flaw).toEqual({ row: 'event 2', why: 'body_changed' });
  });

  test('a log longer than one stretch of reading is walked to its end', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    let sale = await stored(db, begin(order(1)));
    for (let n = 0; n < 600; n++) sale = await stored(db, updated(sale, { prints: n }));
    await db.close();
    expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 601, head: { seq: 601 } });
    tamper(path, `UPDATE events SET actor = 'nobody' WHERE seq = 501`);
    expect(verifyJournal(path).flaw).toEqual({ row: 'event 501', why: 'event_changed' });
  });

  test('an index that does not show what its table holds is damage, though every row is right', async () => {
    const path = await threeSales();
    tamper(
      path,
      `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, '(created_at, id)', '(day, id)') WHERE name = 'transactions_newest'`,
    );
    expect(verifyJournal(path).flaw?.why).toBe('damaged');
  });

  test.each([
    ['a trigger that is missing', 'DROP TRIGGER events_never_go', 'trigger events_never_go'],
    [
      'a trigger that no longer refuses',
      `DROP TRIGGER receipts_never_go;
       CREATE TRIGGER receipts_never_go BEFORE DELETE ON receipts BEGIN SELECT 1; END`,
      'trigger receipts_never_go',
    ],
    [
      'a trigger that somebody added',
      'CREATE TRIGGER helper AFTER INSERT ON receipts BEGIN UPDATE transactions SET total = 1; END',
      'trigger helper',
    ],
    ['an index that is missing', 'DROP INDEX print_jobs_copies', 'index print_jobs_copies'],
  ])('%s is found, though every row is right', async (_what, sql, row) => {
    const path = await threeSales();
    const db = new Database(path);
    db.exec(sql);
    db.close();
    expect(verifyJournal(path).flaw).toEqual({ row, why: 'schema_differs' });
  });

  test('webhooks are verified again, key by key; one that no key signed is named', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const receiveSigned = async (n: number, key: string): Promise<void> => {
      const bytes = Buffer.from(JSON.stringify({ transaction_id: `T${n}` }));
      const signature = createHmac('sha256', key).update(bytes).digest('hex');
      const sale = await stored(db, begin(order(n)));
      const eventFields = {
        type: 'webhook.applied' as const,
        data: { signature },
        bodies: [{ role: 'webhook' as const, bytes }],
      };
      await stored(db, updated(sale, { state: 'pending' }, eventFields));
    };
    await receiveSigned(1, 'present');
    await receiveSigned(2, 'retired');
    await receiveSigned(3, 'present');
    await receiveSigned(4, 'somebody else’s');
    await db.close();

    const report = verifyJournal(path, ['present', 'retired']);
    expect(report.webhooks).toEqual({
      byKey: [2, 1],
      byNone: 1,
      firstByNone: 'event 8',
      quarantinedByNone: 0,
      erased: 0,
    });
    expect(reportText(report)).toContain('2 signed with the key in use\n');
    expect(reportText(report)).toContain('1 signed with retired key 1\n');
    expect(reportText(report)).toContain('1 applied, signed with none of these keys: event 8 first');
    expect(verifyJournal(path).webhooks).toBeNull();
  });
});

describe('staff', () => {
  const at = '2026-11-20T03:00:00.000Z';

  async function staff(): Promise<string> {
    const path = journalPath();
    const db = await aJournal(path);
    const { people } = db;
    for (const [id, name, role] of [
      ['o1', 'Bu Rina', 'owner'],
      ['c1', 'Sari', 'cashier'],
      ['c2', 'Wati', 'cashier'],
    ] as const) {
      await people.add({ id, name, role, active: true, createdAt: at }, at);
    }
    await people.change('c1', { name: 'Sari Dewi' }, { at, newPin: false });
    for (const active of [false, true, false]) await people.change('c2', { active }, { at, newPin: false });
    await people.note('people.signed_in', { id: 'c1', name: 'Sari Dewi', role: 'cashier' }, at);
    await db.close();
    return path;
  }

  test.each([
    ['made an owner', `UPDATE people SET role = 'owner' WHERE id = 'c1'`, 'c1'],
    ['let in again', `UPDATE people SET active = 1 WHERE id = 'c2'`, 'c2'],
    ['called something else', `UPDATE people SET name = 'Siti' WHERE id = 'c1'`, 'c1'],
    ['put in', `INSERT INTO people VALUES ('x1', 'Maling', 'owner', 1, '${at}')`, 'x1'],
    ['taken out', `DELETE FROM people WHERE id = 'c2'`, 'c2'],
  ])('somebody who was %s without the log is found', async (_how, sql, id) => {
    const path = await staff();
    expect(verifyJournal(path).flaw).toBeNull();
    tamper(path, sql);
    expect(verifyJournal(path).flaw).toEqual({ row: `person ${id}`, why: 'person_differs' });
  });
});
