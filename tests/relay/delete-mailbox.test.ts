import { expect, test, vi } from 'vitest';
import { deleteMailbox } from '../../src/relay/core/mailbox-service.ts';
import { hastyClock, heldClock } from '../support/fake-system.ts';
import { beside, body, hook, mailboxOf, poll, secret } from '../support/relay.ts';

/** A mailbox whose deletion has stopped after its first batch, as one that was killed there. */
async function halfDeleted() {
  const { under } = await mailboxOf(1_200);
  const { mailboxes: store } = await beside(under);
  const before = await poll(under, { limit: 100 });
  const clock = heldClock();
  const done = deleteMailbox({ store, clock }, under.mailbox);
  (await clock.paused())();
  const goOn = await clock.paused();
  const count = async () => Number((await under.sql('SELECT count(*) AS kept FROM webhooks'))[0]?.kept);
  return { under, store, done, goOn, count, cursor: before.events.at(-1)?.cursor ?? '' };
}

const soon = { timeout: 30_000, interval: 50 };

test('between two batches of a deletion the mailbox takes nothing more, and others take theirs', async () => {
  const { under, count } = await halfDeleted();
  expect(await count()).toBe(700);
  await vi.waitFor(async () => expect((await hook(under, body('late'))).status).toBe(401), soon);
  const other = await under.relay.createMailbox({ name: 'another shop', secret });
  expect((await hook({ ...under, ...other }, body('T1'))).status).toBe(200);
});

test('a deletion that was killed between two batches is finished by the next one', async () => {
  const { under, count } = await halfDeleted();
  const { mailboxes: store } = await beside(under);
  expect(await deleteMailbox({ store, clock: hastyClock }, under.mailbox)).toBe(true);
  expect(await count()).toBe(0);
  expect(await store.listMailboxes('')).toEqual([]);
  expect(await deleteMailbox({ store, clock: hastyClock }, under.mailbox)).toBe(false);
});

test('a mailbox that is enabled after an interrupted deletion reports the gap to its counter', async () => {
  const { under, store, cursor } = await halfDeleted();
  await store.setDisabled(under.mailbox, null);
  await vi.waitFor(async () => expect((await poll(under, { after: cursor })).status).toBe(410), soon);
  const rest = await poll(under, { after: String((await poll(under, { after: cursor })).json.oldest), limit: 1 });
  expect(rest.events.map((event) => event.body)).toEqual([body('T501')]);
});

test('one that is enabled again reports no gap to a counter that had read all that was deleted', async () => {
  const { under } = await mailboxOf(10);
  const { store, mailboxes } = await beside(under);
  const { events } = await poll(under, { limit: 8 });
  await store.prune({ ackedBefore: '2027', unackedBefore: '2027', limit: 4 });
  await mailboxes.deleteWebhooks(under.mailbox, 4);
  const after = events.at(-1)?.cursor ?? '';
  expect(await poll(under, { after, limit: 1 })).toMatchObject({ status: 200, events: [{ body: body('T9') }] });
});

test('two deletions at once both end, and nothing is left', async () => {
  const { under, done, goOn, count, store } = await halfDeleted();
  const { mailboxes } = await beside(under);
  await deleteMailbox({ store: mailboxes, clock: hastyClock }, under.mailbox);
  goOn();
  expect(await done).toBe(false);
  expect(await store.listMailboxes('')).toEqual([]);
  expect(await count()).toBe(0);
});

test('a replay that is under way ends when its mailbox is deleted', async () => {
  const { under, command } = await mailboxOf(1_200);
  const replay = await command();
  const replaying = heldClock();
  const replayed = replay(replaying);
  const goOn = await replaying.paused();
  const { mailboxes: store } = await beside(under);
  const deleting = heldClock();
  const deleted = deleteMailbox({ store, clock: deleting }, under.mailbox);
  (await deleting.paused())();
  const finish = await deleting.paused();
  goOn();
  expect(await replayed).toEqual({ replayed: 500, superseded: true });
  finish();
  (await deleting.paused())();
  expect(await deleted).toBe(true);
});
