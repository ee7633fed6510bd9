import { median } from '../figures.ts';
import type { Measured } from './task.ts';

/** With more than this share of the machine in others' hands, a round says little. */
const quietShare = 0.08;
const fewest = 3;

/**
 * Every side once in each round, in turns; the first round warms up. Goes on for a while in the hope of quiet rounds, then
 * takes those that there are and says so.
 * @returns for each side one measurement of each round, in the same order
 */
export async function inTurns<Side extends string>(
  wanted: number,
  sides: Readonly<Record<Side, () => Promise<Measured>>>,
): Promise<Record<Side, Measured[]>> {
  const names = Object.keys(sides) as Side[];
  const all: Array<Record<string, Measured>> = [];
  const isQuiet = (round: Record<string, Measured>): boolean =>
    Object.values(round).every((one) => one.foreign <= quietShare);
  for (let round = 0; round <= wanted + 1; round++) {
    const measured: Record<string, Measured> = {};
    for (const name of names) measured[name] = checked(name, await sides[name]());
    if (round > 0) all.push(measured);
    if (all.filter(isQuiet).length >= wanted) break;
  }
  const quiet = all.filter(isQuiet);
  if (quiet.length < wanted) sayForeign(all, quiet.length);
  const taken = quiet.length >= fewest ? quiet : all;
  const of = (name: Side): Measured[] => taken.flatMap((round) => round[name] ?? []);
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Side, Measured[]>;
}

function checked(name: string, measured: Measured): Measured {
  if (measured.faults > 0) throw new Error(`${name}: ${measured.faults} of ${measured.answers} were not answered 200`);
  return measured;
}

function sayForeign(all: ReadonlyArray<Record<string, Measured>>, quiet: number): void {
  const most = Math.max(...all.flatMap((round) => Object.values(round).map((one) => one.foreign)));
  const rounds = `${all.length - quiet} of ${all.length} rounds`;
  console.log(`! ${rounds} had foreign load, up to ${Math.round(most * 100)} % of the machine: trust ratios only`);
}

/** The round whose ratio is the median one: its two figures, so that what is told of both was measured side by side. */
export function middleRound(
  ours: readonly Measured[],
  baseline: readonly Measured[],
  value: (measured: Measured) => number,
): { ours: number; baseline: number } {
  const pairs = ours.flatMap((one, index) => {
    const other = baseline[index];
    return other ? [{ ours: value(one), baseline: value(other) }] : [];
  });
  const middle = pairs.toSorted((a, b) => a.ours / a.baseline - b.ours / b.baseline)[Math.floor(pairs.length / 2)];
  if (!middle) throw new Error('no round was measured');
  return middle;
}

/** Of what is told of one side: the rounds' median. */
export const middleOf = (rounds: readonly Measured[], value: (measured: Measured) => number): number =>
  median(rounds.map(value));

export const perSecond = (one: Measured): number => one.answers / one.seconds;
/** Of the server, µs; NaN where the system does not tell. */
export const cpuEach = (one: Measured): number => ((one.serverMs ?? Number.NaN) * 1000) / one.answers;
export const p50Of = (one: Measured): number => one.p50;
export const p99Of = (one: Measured): number => one.p99;
/** From the sending of a webhook until its poller has it, ms. */
export const wakeOf =
  (quantile: 'p50' | 'p99') =>
  (one: Measured): number =>
    one.wake?.[quantile] ?? Number.NaN;
