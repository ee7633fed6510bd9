import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { median } from '../figures.ts';
import { LoadRequest } from './requests.ts';
import { startPinned } from './server.ts';

/** Requests over connections that are kept: each sends its next when the last one is answered. */
export const Load = LoadRequest.extend({
  port: z.number(),
  /** of the server, whose processor time is measured */
  pid: z.number(),
  connections: z.number(),
  /** it ends earlier when no request is left */
  seconds: z.number(),
});
export type Load = z.infer<typeof Load>;

export const Measured = z.object({
  answers: z.number(),
  seconds: z.number(),
  /** answers other than expected, broken lines */
  faults: z.number(),
  /** ms from a request's write to its answer */
  p50: z.number(),
  p99: z.number(),
  /** of the server, ms; NaN where it cannot be known */
  serverMs: z.custom<number>((value) => typeof value === 'number'),
});
export type Measured = z.infer<typeof Measured>;

/** A process with autocannon: what it sends is made and answered on a core of its own. */
export interface Loader extends AsyncDisposable {
  run(load: Load): Promise<Measured>;
}

const Reply = z.union([z.object({ done: Measured }), z.object({ failed: z.string() })]);

export function startLoader(): Loader {
  const child = startPinned('load', {
    args: ['--max-semi-space-size=64', join(import.meta.dirname, 'loader-process.ts')],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the loader of the bench ended early')));
  ended.catch(() => undefined);
  return {
    run: async (load) => {
      child.send(load);
      const [reply] = await Promise.race([once(child, 'message'), ended]);
      const message = Reply.parse(reply);
      if ('failed' in message) throw new Error(`the loader failed: ${message.failed}`);
      return message.done;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}

/**
 * Every side once in each round, in turns; the first round warms up.
 * @returns for each side one measurement of each round, in the same order
 */
export async function inTurns<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Measured>>>,
): Promise<Record<Side, Measured[]>> {
  // The keys of a record are of its key's type, which TypeScript does not say of any object.
  const names = Object.keys(sides) as Side[];
  const all = Object.fromEntries(names.map((name): [string, Measured[]] => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const measured = await sides[name]();
      const { faults, answers } = measured;
      if (faults > 0) throw new Error(`${name}: ${faults} of ${answers} were not answered as they should be`);
      if (round > 0) all[name]?.push(measured);
    }
  }
  return all as Record<Side, Measured[]>;
}

/** The round whose ratio is the median one: its two figures, so that what is reported of both was measured side by side. */
export function middleRound(
  ours: readonly Measured[],
  baseline: readonly Measured[],
  value: (measured: Measured) => number,
): { ours: number; baseline: number } {
  const pairs = ours.flatMap((one, index) => {
    const other = baseline[index];
    return other ? [{ ours: value(one), baseline: value(other) }] : [];
  });
  const ratio = median(pairs.map((pair) => pair.ours / pair.baseline));
  return pairs.find((pair) => pair.ours / pair.baseline === ratio) ?? { ours: Number.NaN, baseline: Number.NaN };
}

export const perSecond = (one: Measured): number => one.answers / one.seconds;
/** Of the server's processor, µs. */
export const processorEach = (one: Measured): number => (one.serverMs * 1000) / one.answers;
