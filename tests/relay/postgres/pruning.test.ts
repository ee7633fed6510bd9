import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { beside, mailboxOf } from '../../support/relay.ts';

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
