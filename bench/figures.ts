/** One figure of a bench, as it is printed and written to the JSON file. */
export interface Figure {
  bench: string;
  metric: string;
  unit: string;
  ours: number;
  baseline: number;
  /** what the baseline is */
  against: string;
  /** ours / baseline */
  ratio: number;
  /** in words */
  goal: string;
  met: boolean;
}

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

/** @param meets decides on the ratio and our own figure; left out, there is no goal */
export function figure(
  told: Omit<Figure, 'ratio' | 'met' | 'goal'>,
  goal?: { words: string; meets: (ratio: number, ours: number) => boolean },
): Figure {
  const ratio = told.ours / told.baseline;
  return { ...told, ratio, goal: goal?.words ?? 'none', met: goal ? goal.meets(ratio, told.ours) : true };
}

/** Rounded for people; the JSON file has them whole. */
export function figureLine(one: Figure): string {
  const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const verdict = one.goal === 'none' ? '' : `  goal ${one.goal}: ${one.met ? 'met' : 'NOT MET'}`;
  return `${one.bench.padEnd(9)} ${one.metric.padEnd(28)} ${number(one.ours)} ${one.unit} against ${number(one.baseline)} ${one.unit} (${one.against}): ratio ${number(one.ratio)}${verdict}`;
}
