import { expect, test } from 'vitest';
import { twoCopies } from '../../support/postgres/instances.ts';
import { claimOf, keyId, openClaims, postClaim, type ShopMailbox } from '../../support/shop.ts';

/** A shop of two counters, each of which can ask either of two instances. */
async function shopOfTwoCopies() {
  const { one, two, sql } = await twoCopies();
  const back = await one.relay.createMailbox({ name: 'back', secret: null });
  await sql(`insert into shops (id, name, key_id, created_at) values ('s', 'a shop', '${keyId}', '2026-01-01')`);
  await sql('update mailboxes set shop = (select number from shops)');
  const at = ({ mailbox, token }: Omit<ShopMailbox, 'relay'>) =>
    [one.relay, two.relay].map((relay) => ({ relay, mailbox, token }));
  return { front: at(one), back: at(back), sql };
}

test('of two counters that claim one product at two instances at the same moment, one gets it', async () => {
  const { front, back, sql } = await shopOfTwoCopies();
  const outcomes = await Promise.all(
    Array.from({ length: 120 }, async (_, product) => {
      const [ours, theirs] = [front[product % 2], back[(product + 1) % 2]];
      if (!ours || !theirs) throw new Error('two instances');
      const both = await Promise.all([
        postClaim(ours, claimOf(product, `A ${product}`)),
        postClaim(theirs, claimOf(1000 + product, `A ${product}`)),
      ]);
      return both.map(({ outcome }) => outcome).toSorted();
    }),
  );
  expect(outcomes).toEqual(outcomes.map(() => ['in_flight', 'recorded']));
  const lists = await Promise.all([...front, ...back].map(openClaims));
  for (const { own, others } of lists) expect(own.length + others.length).toBe(120);
  expect(await sql('select count(*)::int as held from claims where holds = 1')).toEqual([{ held: 120 }]);
});

test('what is confirmed at one instance is so at the other, whatever comes late there', async () => {
  const { front, back } = await shopOfTwoCopies();
  const [[frontAtOne, frontAtTwo], [backAtOne]] = [front, back];
  if (!frontAtOne || !frontAtTwo || !backAtOne) throw new Error('two instances');
  await postClaim(frontAtOne, claimOf(1, 'A 1', { version: 2 }));
  expect(await postClaim(frontAtTwo, claimOf(1, 'A 1', { state: 'tentative' }))).toMatchObject({ outcome: 'stale' });
  expect(await postClaim(frontAtTwo, claimOf(1, 'A 1', { version: 2 }))).toMatchObject({ outcome: 'recorded' });
  await postClaim(frontAtTwo, claimOf(1, 'A 1', { version: 3, state: 'withdrawn' }));
  expect(await postClaim(frontAtOne, claimOf(1, 'A 1', { version: 2 }))).toMatchObject({ state: 'withdrawn' });
  expect(await postClaim(backAtOne, claimOf(2, 'A 1'))).toEqual({ outcome: 'recorded', others: [] });
});
