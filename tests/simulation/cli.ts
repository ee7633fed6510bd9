import { z } from 'zod';
import { parseCommandLine } from '../../src/main/hosts/command-line.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { allMutants } from './mutants/mutants.ts';
import type { Tally } from './run-seeds.ts';

let soFar = 0;

const usage = `npm run simulate -- --seeds N --from S [--shop] [--store STORE] [--mutant NAME] [--trace]

Runs N simulated worlds of one counter, from seed S on, on every core, and for every fourth seed one of a shop with several
counters. Defaults: 2000 seeds from 1.
  --shop         the worlds of shops alone, one for each seed
  --store STORE  where their relays store: memory (the default), or the real store on sqlite or on a postgres that is started for it
  --mutant NAME  with a planted bug: ${allMutants.map(({ name }) => name).join(', ')}
  --trace        prints the whole history of seed S, and runs nothing else
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
  store: z.enum(['memory', 'sqlite', 'postgres'], 'must be memory, sqlite or postgres').default('memory'),
  trace: z.boolean().default(false),
  shop: z.boolean().default(false),
});

async function main(): Promise<number> {
  const { store, ...portion } = readArgs();
  if (store !== 'postgres') return run(portion, store);
  const server = await startPostgres();
  try {
    return await run(portion, server.url);
  } finally {
    await server.stop();
  }
}

/** @param where the relays store; see worker.ts */
async function run(
  { seeds, from, mutant, trace, shop }: Omit<z.output<typeof Args>, 'store'>,
  where: string,
): Promise<number> {
  if (trace) {
    const { traceSeed } = await import('./run-seeds.ts');
    const real = where === 'memory' ? null : await (await import('./world/real-database.ts')).makeRealDatabase(where);
    const planted = allMutants.find(({ name }) => name === mutant);
    const result = await traceSeed(from, shop ? 'shop' : 'counter', { mutant: planted, openDatabase: real?.openEmpty });
    console.log(result.history.join('\n'));
    await real?.close();
    return result.broken ? 1 : 0;
  }
  const { openWorkers } = await import('./run-parallel.ts');
  const started = performance.now();
  using workers = openWorkers(where);
  const { failures, ...sums } = await workers.run(from, seeds, { mutant, shopsAlone: shop }, show);
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
        store: { type: 'string' },
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
