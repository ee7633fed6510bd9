import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { beside, mailboxOf } from '../../support/relay.ts';
import { newDatabase } from '../../support/relay-databases.ts';

test('webhooks of several mailboxes are pruned in one statement, so that their acks wait for no round trip', async () => {
  const { database, sql } = await newDatabase();
  const { store } = await openStore(database, randomBytes(32));
  onTestFinished(() => store.close());
  const receivedAt = '2026-01-01T00:00:00.000Z';
  for (const id of ['m', 'n']) {
    await store.createMailbox({ id, name: id, tokenHash: '00', ciphertext: '', createdAt: receivedAt });
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
  expect(await store.prune({ ackedBefore: before, unackedBefore: before, limit: 10 })).toBe(2);
  const changes = await sql('select count(*)::int as rows, count(distinct what)::int as statements from asked');
  expect(changes).toEqual([{ rows: 4, statements: 1 }]);
});

test('a deletion of webhooks waits for the pruning of the mailbox before it locks any of them', async () => {
  const { under } = await mailboxOf(3);
  const { mailbox, database, sql } = under;
  if (database.engine !== 'postgres') throw new Error('this is about PostgreSQL');
  const { engine } = await openPostgres(database.url);
  onTestFinished(() => engine.close());
  const { mailboxes } = await beside(under);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { gone } = await engine.write(async (tx) => {
    await tx.selectFrom('mailboxes').select('number').where('id', '=', mailbox).forNoKeyUpdate().execute();
    const late = mailboxes.deleteWebhooks(mailbox, 2);
    await expect.poll(() => sql(waiting)).toHaveLength(1);
    expect(await tx.selectFrom('webhooks').select('id').forUpdate().skipLocked().execute()).toHaveLength(3);
    return { gone: late };
  });
  expect(await gone).toBe(2);
});
