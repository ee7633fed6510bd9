import { expect, test } from 'vitest';
import { soakSize } from '../support/soak.ts';
import { runSeeds } from './run-seeds.ts';

const count = soakSize({ usual: 200, soak: 1000 });

test(`every promise holds in the simulated worlds 1 to ${count}, which are busy: more faults than sales`, {
  timeout: 1_800_000,
}, async () => {
  const { failures, seeds, sales, webhooks, faults } = await runSeeds(1, count, { worlds: () => ['counter'] });
  expect(
    failures.map(({ seed, invariant, says, history }) => [`seed ${seed} (${invariant}) ${says}`, history.join('\n')]),
  ).toEqual([]);
  expect(seeds).toBe(count);
  expect(sales / seeds).toBeGreaterThan(2);
  expect(webhooks / seeds).toBeGreaterThan(1.5);
  expect(faults / seeds).toBeGreaterThan(4);
});
