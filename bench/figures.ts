import { z } from 'zod';

/** NaN where the system does not report it. */
const Amount = z.custom<number>((value) => typeof value === 'number');

/** One figure of a bench, as it is printed and written to the JSON file. */
export const Figure = z.object({
  bench: z.string(),
  metric: z.string(),
  unit: z.string(),
  ours: Amount,
  baseline: Amount,
  /** what the baseline is: a peer or a raw limit that was measured in the same run */
  against: z.string(),
  /** ours / baseline */
  ratio: Amount,
  /** in words; "none" where the figure is for information */
  goal: z.string(),
  met: z.boolean(),
});
export type Figure = z.infer<typeof Figure>;

/** A goal is a ratio: a machine's speed is no property of the program. */
type Goal = { maxRatio: number } | { minRatio: number };

/** @param share 0.5 is the median */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const value = sorted[at];
  if (value === undefined) throw new Error('no samples');
  return value;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
export const p99 = (samples: readonly number[]): number => quantile(samples, 0.99);

export function figure(measured: Omit<Figure, 'ratio' | 'met' | 'goal'>, goal?: Goal): Figure {
  const ratio = measured.ours / measured.baseline;
  if (goal === undefined) return { ...measured, ratio, goal: 'none', met: true };
  return 'maxRatio' in goal
    ? { ...measured, ratio, goal: `<= ${goal.maxRatio}x`, met: ratio <= goal.maxRatio }
    : { ...measured, ratio, goal: `>= ${goal.minRatio}x`, met: ratio >= goal.minRatio };
}

/** Rounded for people; the JSON file has them whole. */
export function figureLine(one: Figure): string {
  const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const verdict = one.goal === 'none' ? '' : `  goal ${one.goal}: ${one.met ? 'met' : 'NOT MET'}`;
  return `${one.bench.padEnd(9)} ${one.metric.padEnd(28)} ${number(one.ours)} ${one.unit} against ${number(one.baseline)} ${one.unit} (${one.against}): ratio ${number(one.ratio)}${verdict}`;
}
