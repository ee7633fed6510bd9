import { expect, test } from 'vitest';
import type { ClaimStore } from '../../../src/relay/core/claims.ts';
import { openMemoryDatabase } from '../world/relay-database.ts';
import { keyForgotten, watchedClaims } from './claim-watch.ts';
import { emptyClaimBook } from './promises.ts';

const id = '019aa000-0000-7000-8000-000000000001';
type PostedRequest = Parameters<ClaimStore['recordClaims']>[0][number];

function postedRequest(state: PostedRequest['claim']['state'], version: number): PostedRequest {
  const claim = {
    id,
    version,
    state,
    product: '1'.repeat(64),
    number: '2'.repeat(64),
    day: '2026-01-01',
    isSent: false,
  };
  return { mailbox: 'm1', keyId: 'a'.repeat(16), claim };
}

test('a tentative claim that comes late does not post a success again whose key was forgotten', async () => {
  const book = emptyClaimBook();
  const database = await openMemoryDatabase({ keyId: null });
  const store = watchedClaims(
    book,
    () => false,
  )({
    ...database.mailbox().open(),
    recordClaims: async (requests) => requests.map(() => ({ outcome: 'recorded', others: [] })),
  });
  const shop = (await database.readShop())!;
  keyForgotten({ ...shop, claims: [{ id, mailbox: 1, version: 2, state: 'success' }] }, book);

  await store.recordClaims([postedRequest('tentative', 1)], 0);
  expect(book.lost.has(id)).toBe(true);
  await store.recordClaims([postedRequest('success', 3)], 0);
  expect(book.lost.has(id)).toBe(false);
});
