import { expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { aJournal, journalPath, tamper } from '../../support/database-files.ts';

const at = '2026-11-20T03:00:00.000Z';

async function staff(): Promise<string> {
  const path = journalPath();
  const journal = await aJournal(path);
  const { people } = journal;
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
  await journal.close();
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
