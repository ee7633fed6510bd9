import { z } from 'zod';
import { parseCommandLine } from '../../scripts/command-line.ts';
import { allMutants } from './mutants/mutants.ts';
import type { Tally } from './run-seeds.ts';

let soFar = 0;

const usage = `npm run simulate -- --seeds N --from S [--mutant NAME] [--trace [--shop]]

Runs N simulated worlds of one counter, from seed S on, on every core, and for every fourth seed one of a shop with several
counters. Defaults: 2000 seeds from 1.
  --mutant NAME  with a planted bug: ${allMutants.map(({ name }) => name).join(', ')}
  --trace        prints the whole history of seed S, and runs nothing else; with --shop that of its shop
Exit code 0: every promise held. 1: one was broken. 2: the arguments are wrong.`;

const Whole = z
  .string()
  .regex(/^-?\d+$/, 'is not a whole number')
  .transform(Number)
  .pipe(z.int('is too large'));
const Args = z.object({
  seeds: Whole.pipe(z.int().nonnegative('is negative')).default(2000),
  from: Whole.default(1),
  mutant: z
    .enum(
      allMutants.map(({ name }) => name),
      'is no mutant',
    )
    .nullable()
    .default(null),
  trace: z.boolean().default(false),
  shop: z.boolean().default(false),
});

async function main(): Promise<number> {
  const { seeds, from, mutant, trace, shop } = readArgs();
  if (trace) {
    const { traceSeed } = await import('./run-seeds.ts');
    const result = await traceSeed(
      from,
      allMutants.find(({ name }) => name === mutant),
      shop ? 'shop' : 'counter',
    );
    console.log(result.history.join('\n'));
    return result.broken ? 1 : 0;
  }
  const { openWorkers } = await import('./run-parallel.ts');
  const started = performance.now();
  using workers = openWorkers();
  const { failures, ...sums } = await workers.run(from, seeds, mutant, show);
  const seconds = (performance.now() - started) / 1000;
  const each = (sum: number): string => (seeds === 0 ? '0' : (sum / seeds).toFixed(1));
  console.log(
    `${seeds} seeds from ${from} in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)}/s, ${(sums.events / seconds).toFixed(0)} events/s); each with ${each(sums.sales)} sales, ` +
      `${each(sums.webhooks)} webhooks, ${each(sums.faults)} faults, ${each(sums.events)} events; ` +
      (failures.length === 0 ? 'every promise held' : `BROKEN in ${failures.length}`),
  );
  return failures.length === 0 ? 0 : 1;
}

function readArgs(): z.output<typeof Args> {
  // A value may begin with a minus: seeds are any whole numbers.
  const argv = process.argv
    .slice(2)
    .join(' ')
    .replaceAll(/(--\w+) (?=-\d)/g, '$1=')
    .split(' ')
    .filter(Boolean);
  return parseCommandLine(
    {
      usage,
      options: {
        seeds: { type: 'string' },
        from: { type: 'string' },
        mutant: { type: 'string' },
        trace: { type: 'boolean' },
        shop: { type: 'boolean' },
      },
      schema: Args,
    },
    argv,
  );
}

/** Failures as they come, and now and then how far a long run is. */
function show({ failures, seeds }: Tally): void {
  for (const { seed, world, invariant, says, history } of failures) {
    console.log(
      `\nseed ${seed}${world === 'shop' ? ' (shop)' : ''} breaks (${invariant}): ${says}\n${history.map((line) => `  ${line}`).join('\n')}\n`,
    );
  }
  soFar += seeds;
  if (soFar % 10_000 === 0) console.log(`${soFar} seeds so far`);
}

process.exitCode = await main();
