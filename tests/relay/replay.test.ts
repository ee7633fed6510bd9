import { expect, test } from 'vitest';
import { hastyClock, heldClock } from '../support/fake-system.ts';
import { body, hook, mailboxOf, named, secret } from '../support/relay.ts';

test('between two batches of a replay, webhooks of every mailbox are taken', async () => {
  const { under, command } = await mailboxOf(1_200);
  const replay = await command();
  const other = await under.relay.createMailbox({ name: 'another shop', secret });
  const clock = heldClock();
  const done = replay(clock);
  for (const batch of [1, 2]) {
    const goOn = await clock.paused();
    expect((await hook({ ...under, ...other }, body(`other ${batch}`))).status).toBe(200);
    expect((await hook(under, body(`own ${batch}`))).status).toBe(200);
    goOn();
  }
  expect(await done).toEqual({ replayed: 1_200, superseded: false });
});

test('a counter that polls during a replay gets each batch when it is moved, in order, and new webhooks between', async () => {
  const { under, receiveAll, command } = await mailboxOf(1_200);
  const replay = await command();
  expect(await receiveAll()).toEqual(named(1, 1_200));
  const held = receiveAll(30);
  const clock = heldClock();
  const done = replay(clock);
  const first = await clock.paused();
  expect(await held).toEqual(named(1, 500));
  await hook(under, body('new 1'));
  expect(await receiveAll()).toEqual(['new 1']);
  first();
  const second = await clock.paused();
  await hook(under, body('new 2'));
  expect(await receiveAll()).toEqual([...named(501, 1_000), 'new 2']);
  second();
  await done;
  expect(await receiveAll()).toEqual(named(1_001, 1_200));
});

test('a counter that has read nothing yet gets every webhook during a replay', async () => {
  const { receiveAll, command } = await mailboxOf(1_200);
  const replay = await command();
  const clock = heldClock();
  const done = replay(clock);
  const first = await clock.paused();
  expect(await receiveAll()).toEqual([...named(501, 1_200), ...named(1, 500)]);
  first();
  (await clock.paused())();
  await done;
  expect(await receiveAll()).toEqual(named(501, 1_200));
});

test('ended between two batches and begun again, it replays all in the order in which it was received', async () => {
  const { under, receiveAll, command } = await mailboxOf(1_200);
  const [killed, again] = [await command(), await command()];
  await receiveAll();
  const clock = heldClock();
  void killed(clock);
  (await clock.paused())();
  await clock.paused();
  await hook(under, body('new'));
  expect(await again(hastyClock)).toEqual({ replayed: 1_201, superseded: false });
  expect(await receiveAll()).toEqual([...named(1, 1_200), 'new']);
});

test('of two at once the later one replays all, in order, and the earlier one says that it was superseded', async () => {
  const { receiveAll, command } = await mailboxOf(1_200);
  const [first, second] = [await command(), await command()];
  await receiveAll();
  const clock = heldClock();
  const earlier = first(clock);
  const goOn = await clock.paused();
  expect(await second(hastyClock)).toEqual({ replayed: 1_200, superseded: false });
  goOn();
  expect(await earlier).toEqual({ replayed: 500, superseded: true });
  expect(await receiveAll()).toEqual(named(1, 1_200));
});

test('begun in one moment, several leave each webhook once, in order', async () => {
  const { under, receiveAll, command } = await mailboxOf(2_600);
  const replays = [await command(), await command(), await command(), await command()];
  await receiveAll();
  const all = await Promise.all(replays.map((replay) => replay(hastyClock)));
  expect(all).toContainEqual({ replayed: 2_600, superseded: false });
  expect(await receiveAll()).toEqual(named(1, 2_600));
  expect(await under.sql('SELECT count(*) AS kept FROM webhooks')).toEqual([{ kept: expect.toSatisfy(is(2_600)) }]);
});

/** The engines say numbers differently. */
const is = (count: number) => (value: unknown) => Number(value) === count;
