import { expect, test } from 'vitest';
import type { DueResult } from '../../../../src/bridge/core/order-repository.ts';
import { ResultDelivery } from '../../../../src/bridge/core/result-delivery.ts';
import { virtualClock } from '../../../support/fake-system.ts';

test('a result whose delivery cannot be stored, on a full disk, is posted again after a pause only', async () => {
  const clock = { ...virtualClock(), soon: (run: () => void) => void setImmediate(run) };
  const result: DueResult = {
    id: '0197f3a00001-0',
    refId: '0197f3a00001',
    counter: 'c1',
    body: '{}',
    attempts: 0,
    createdAt: clock.now(),
    callbackUrl: 'https://relay.example/hooks/m/0197f3a00001',
    mailbox: 'm',
    keyCiphertext: 'x',
  };
  let [isFull, isDone] = [true, false];
  const posts: number[] = [];
  const errors: unknown[] = [];
  const delivery = new ResultDelivery({
    store: {
      dueResults: () => Promise.resolve(isDone ? [] : [result]),
      nextResultAt: () => Promise.resolve(null),
      deferResult: () => {
        if (isFull) return Promise.reject(new Error('database or disk is full'));
        isDone = true;
        return Promise.resolve();
      },
    },
    vault: { decrypt: () => 'key' },
    clock,
    post: () => {
      posts.push(clock.now());
      // Ends the test where it would never end.
      if (posts.length > 50) isDone = true;
      return Promise.resolve(200);
    },
    relayUrl: 'https://relay.example',
    onPosted: () => undefined,
    onError: (error) => void errors.push(error),
  });
  delivery.loop.wake();
  await clock.pass(20_000);
  expect(posts.length).toBeLessThan(6);
  expect(errors).toHaveLength(posts.length);
  isFull = false;
  await clock.pass(20_000);
  expect([isDone, posts.length]).toEqual([true, errors.length + 1]);
  await delivery.loop.stop();
});
