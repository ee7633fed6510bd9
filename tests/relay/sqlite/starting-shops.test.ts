import { expect, test, vi } from 'vitest';
import { poll, startRelay } from '../../support/relay.ts';
import { claimOf, openClaims, postClaim, sayCompared, twoCountersAt } from '../../support/shop.ts';

const twoCounters = (compareMs: number) => twoCountersAt(() => startRelay({ compareMs }));

test('a counter that polls and does not compare is waited for beyond the first moments of the relay', async () => {
  const { under, front, back } = await twoCounters(500);
  await under.restart();
  await poll(front);
  await sayCompared(back);
  await vi.waitFor(async () => expect((await openClaims(back)).restore?.id).not.toMatch(/^start-/));
  expect((await openClaims(back)).restore?.waiting).toEqual(['Front']);
});

test('a shop with a counter that is off sells again soon after the relay was started', async () => {
  const { under, front } = await twoCounters(50);
  await under.restart();
  await vi.waitFor(async () =>
    expect(await postClaim(front, claimOf(1, 'A 0812'))).toMatchObject({ outcome: 'recorded' }),
  );
});
