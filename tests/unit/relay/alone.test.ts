import { expect, test } from 'vitest';
import { comingAlone } from '../../../src/relay/core/together.ts';

/** A loop whose turns end when they are told to. */
function loop() {
  let runs: Array<() => void> = [];
  const isAlone = comingAlone((run) => void runs.push(run));
  /** So many come in one turn: who of them was alone. */
  const turn = (count: number): boolean[] => {
    const alone = Array.from({ length: count }, () => isAlone());
    const due = runs;
    runs = [];
    for (const run of due) run();
    return alone;
  };
  return { turn, waiting: () => runs.length };
}

test('who comes one after another is alone from the fifth on', () => {
  const { turn } = loop();
  const alone = Array.from({ length: 7 }, () => turn(1)).flat();
  expect(alone).toEqual([false, false, false, false, true, true, true]);
});

test('where several came in one turn, nobody is alone until it was quiet again', () => {
  const { turn } = loop();
  for (let turns = 0; turns < 6; turns++) turn(1);
  expect(turn(3)).toEqual([true, false, false]);
  expect(Array.from({ length: 5 }, () => turn(1)).flat()).toEqual([false, false, false, false, true]);
});

test('turns in which nobody comes say nothing, and nothing is asked of the loop for them', () => {
  const { turn, waiting } = loop();
  for (let turns = 0; turns < 5; turns++) turn(1);
  turn(0);
  expect(waiting()).toBe(0);
  expect(turn(1)).toEqual([true]);
});
