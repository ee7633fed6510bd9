import { expect, test } from 'vitest';
import { runSeeds } from './run-seeds.ts';

// In two files, so that each core takes one half.
test('every promise holds in the simulated worlds 1 to 1000', { timeout: 240_000 }, async () => {
  const { failures, seeds } = await runSeeds(1, 1000);
  expect(
    failures.map(({ seed, invariant, says, history }) => [`seed ${seed} (${invariant}) ${says}`, history.join('\n')]),
  ).toEqual([]);
  expect(seeds).toBe(1000);
});
