import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/relay/store/postgres/engine.ts';
import { takePlaces } from '../../support/postgres/instances.ts';
import { beside, mailboxOf } from '../../support/relay.ts';

test('a batch that waits for the sequence moves nothing when a later replay has begun meanwhile', async () => {
  const { under } = await mailboxOf(3);
  const { mailbox, database, sql } = under;
  if (database.engine !== 'postgres') throw new Error('this is about PostgreSQL');
  const { engine } = await openPostgres(database.url);
  onTestFinished(() => engine.close());
  const { mailboxes } = await beside(under);
  const generation = await mailboxes.beginReplay(mailbox);
  if (generation === null) throw new Error('the mailbox is there');
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { moved } = await engine.write(async (tx) => {
    await takePlaces(tx, 1);
    const late = mailboxes.requeue(mailbox, { generation, sequences: [1, 2, 3] });
    await expect.poll(() => sql(waiting)).toHaveLength(1);
    expect(await mailboxes.beginReplay(mailbox)).toBe(generation + 1);
    return { moved: late };
  });
  expect(await moved).toBe(null);
  expect(await sql('select id::int from webhooks order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});
