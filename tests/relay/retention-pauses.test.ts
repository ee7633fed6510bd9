import { expect, onTestFinished, test } from 'vitest';
import { startRetention } from '../../src/relay/core/retention.ts';
import { heldClock } from '../support/fake-system.ts';
import { beside, body, hook, mailboxOf } from '../support/relay.ts';

test('new webhooks are accepted between two chunks of pruning, and closing between them ends it', async () => {
  const { under } = await mailboxOf(500);
  const { store } = await beside(under);
  const clock = heldClock();
  const dropped: number[] = [];
  const errors = { report: (message: string, error: unknown) => expect.fail(`${message}: ${String(error)}`) };
  const retention = { ackedDays: 1, unackedDays: 1 };
  const stop = startRetention({ store, clock, errors, retention, onPruned: (count) => dropped.push(count) });
  onTestFinished(stop);
  // The minute after the start.
  (await clock.paused())();
  const goOn = await clock.paused();
  expect((await hook(under, body('new'))).status).toBe(200);
  goOn();
  const late = await clock.paused();
  expect(dropped).toEqual([200, 200]);
  stop();
  late();
  expect(await under.sql('SELECT count(*) AS kept FROM webhooks')).toMatchObject([{ kept: expect.toSatisfy(is(101)) }]);
});

/** The engines say numbers differently. */
const is = (count: number) => (value: unknown) => Number(value) === count;
