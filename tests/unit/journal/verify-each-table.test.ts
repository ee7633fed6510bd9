import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { reportText } from '../../../src/main/integrity/cli.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { aJournal, journalPath, tamper, threeSales } from '../../support/database-files.ts';
import { amended, begin, order, stored } from '../../support/stored-sales.ts';

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
    'edited with its own hash made anew',
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
  ['transactions', 'edited', `UPDATE transactions SET sn = 'X' WHERE id = ${text(2)}`, `sale ${id(2)}`, 'sale_differs'],
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
  const journal = await aJournal(path);
  const odd = Uint8Array.from({ length: 512 }, (_unused, n) => (n * 7) % 256);
  const bodies = [
    { role: 'request' as const, bytes: new Uint8Array() },
    { role: 'answer' as const, bytes: odd },
  ];
  const sale = await stored(journal, begin(order(1)));
  await stored(journal, amended(sale, { state: 'unknown' }, { bodies }));
  await journal.close();
  expect(verifyJournal(path).flaw).toBeNull();
  const bent = Buffer.from(odd);
  bent[300] = (bent[300] ?? 0) ^ 1;
  tamper(path, `UPDATE event_payloads SET bytes = x'${bent.toString('hex')}' WHERE role = 'answer'`);
  expect(verifyJournal(path).flaw).toEqual({ row: 'event 2', why: 'body_changed' });
});

test('a log longer than one stretch of reading is walked to its end', async () => {
  const path = journalPath();
  const journal = await aJournal(path);
  let sale = await stored(journal, begin(order(1)));
  for (let n = 0; n < 600; n++) sale = await stored(journal, amended(sale, { prints: n }));
  await journal.close();
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

test('webhooks are verified again, key by key; one that no key signed is named', async () => {
  const path = journalPath();
  const journal = await aJournal(path);
  const heard = async (n: number, key: string): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify({ transaction_id: `T${n}` }));
    const signature = createHmac('sha256', key).update(bytes).digest('hex');
    const sale = await stored(journal, begin(order(n)));
    const said = {
      type: 'webhook.applied' as const,
      data: { signature },
      bodies: [{ role: 'webhook' as const, bytes }],
    };
    await stored(journal, amended(sale, { state: 'pending' }, said));
  };
  await heard(1, 'present');
  await heard(2, 'retired');
  await heard(3, 'present');
  await heard(4, 'somebody else’s');
  await journal.close();

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
