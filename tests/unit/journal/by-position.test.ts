import { expect, test } from 'vitest';
import { customerDigest } from '../../../src/main/db/customer-digest.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { positionalRow } from '../../../src/main/db/statements.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, journalPath, realRandom } from '../../support/database-files.ts';

test('values are named in the order of the columns, and a row of other columns is a damaged database', () => {
  const named = positionalRow(['id', 'state']);
  expect(named(['x', null])).toEqual({ id: 'x', state: null });
  for (const row of [undefined, [], ['x'], ['x', null, 1]]) {
    expect(() => named(row)).toThrow(expect.objectContaining({ kind: 'corrupt' }));
  }
});

test('a journal whose row about itself is gone is damaged, and does not open', async () => {
  const path = journalPath();
  await (await aJournal(path)).close();
  const db = connect(path, false);
  db.exec('DELETE FROM metadata');
  db.close();
  await expect(openShopDatabase({ path, random: realRandom })).rejects.toMatchObject({ kind: 'corrupt' });
});

test('the digest of a number is its own, whoever was asked for before and however it is spelled', () => {
  const digest = customerDigest(new Uint8Array(32).fill(7));
  const first = digest('081234567890');
  expect(digest('081200000001')).not.toBe(first);
  expect(digest('+62 812-3456-7890')).toBe(first);
  expect(customerDigest(new Uint8Array(32).fill(7))('081234567890')).toBe(first);
});
