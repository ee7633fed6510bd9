import { expect, test } from 'vitest';
import { soakSize } from '../support/soak.ts';
import { runSeeds } from './run-seeds.ts';

const shops = soakSize({ usual: 20, soak: 300 });

test(`every promise holds in the simulated shops 1 to ${shops}, of two to four counters each`, {
  timeout: 1_800_000,
}, async () => {
  const { failures, sales, faults } = await runSeeds(1, shops, { worlds: () => ['shop'] });
  expect(
    failures.map(({ seed, invariant, says, history }) => [`shop ${seed} (${invariant}) ${says}`, history.join('\n')]),
  ).toEqual([]);
  expect(sales / shops).toBeGreaterThan(2);
  expect(faults / shops).toBeGreaterThan(4);
});
