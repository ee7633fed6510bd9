import { expect, test } from 'vitest';
import { runSeeds } from './run-seeds.ts';

/** Shops in which a promise was once broken, by the product or by the simulation, and why each is kept. */
const named: Readonly<Record<string, readonly number[]>> = {
  'an office judged a counter whose clock was days behind by that clock, and took it for gone': [
    9_000_826, 9_002_939, 9_003_869,
  ],
  'after a change of the key the log came later than the world was looked at': [
    9_001_641, 9_005_271, 9_006_860, 9_005_539, 9_005_745, 9_004_917, 9_008_183,
  ],
  'what was erased elsewhere came later than the world was looked at': [9_001_836, 9_004_012],
  'a tentative claim that came late and twice counted as posted again': [9_000_383],
  'a relay that was put back had the key of the shop that it did not have at the copy': [9_007_883],
  'a process that had ended read its database': [9_003_232],
  'after the clock was set back a day, the successes of the later day were not posted to a relay that was put back': [
    9_001_135,
  ],
  'a counter was disabled before it had compared with a relay that was put back': [9_000_420, 9_000_656, 9_001_323],
  'a customer was erased at a counter that lacked the key of the shop': [14_001_240],
  'the folder that alone had the key of the shop was put back': [14_001_837],
  'the relay and the folder of the counter that sold were both put back to before the sale': [9_001_588],
  'what a counter said of a restore was taken for a poll by the simulated relay': [9_001_035, 9_001_218],
};
const shops = Object.entries(named).flatMap(([why, seeds]) => seeds.map((seed) => [seed, why] as const));

test.each(shops)('every promise holds in shop %i: %s', { timeout: 180_000 }, async (seed) => {
  const { failures } = await runSeeds(seed, 1, { worlds: () => ['shop'] });
  expect(failures.map(({ invariant, says, history }) => [`(${invariant}) ${says}`, history.join('\n')])).toEqual([]);
});
