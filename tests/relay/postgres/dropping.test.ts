import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/relay/open-store.ts';
import { newDatabase } from '../../support/engines.ts';
import { beside, mailboxOf } from '../../support/mailbox-of-many.ts';

test('old webhooks of several mailboxes go in one statement: their acks wait for no round trip', async () => {
  const { database, sql } = await newDatabase();
  const { store } = await openStore(database, randomBytes(32));
  onTestFinished(() => store.close());
  const receivedAt = '2026-01-01T00:00:00.000Z';
  for (const id of ['m', 'n']) {
    await store.createMailbox({ id, name: id, tokenHash: '00', sealedSecret: '', createdAt: receivedAt });
    const rest = { ref: null, event: null, signature: '', body: Buffer.from('{}'), receivedAt };
    await store.append([{ mailbox: id, fingerprint: id, ...rest }]);
  }
  await sql(`
    create table asked (what text);
    create function tell() returns trigger language plpgsql as $$
      begin insert into asked values (current_query()); return null; end $$;
    create trigger tell after update on mailboxes for each row execute function tell();
    create trigger tell after delete on webhooks for each row execute function tell()`);
  const before = '2026-02-01T00:00:00.000Z';
  expect(await store.drop({ ackedBefore: before, unackedBefore: before, limit: 10 })).toBe(2);
  const changes = await sql('select count(*)::int as rows, count(distinct what)::int as statements from asked');
  expect(changes).toEqual([{ rows: 4, statements: 1 }]);
});

test('a mailbox is emptied while what is old is dropped from it: neither ends the other', async () => {
  const { under } = await mailboxOf(2_000);
  const [tidying, deleting] = [await beside(under), await beside(under)];
  const before = '2026-06-01T00:00:00.000Z';
  const all = async (some: () => Promise<number>): Promise<void> => {
    while ((await some()) > 0);
  };
  await Promise.all([
    all(() => tidying.store.drop({ ackedBefore: before, unackedBefore: before, limit: 50 })),
    all(() => deleting.mailboxes.dropWebhooks(under.mailbox, 50)),
  ]);
  expect(await under.sql('select 1 from webhooks')).toEqual([]);
});
