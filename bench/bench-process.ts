import { z } from 'zod';
import { benches } from './benches.ts';
import { sizeOf } from './size.ts';

/**
 * Runs one bench: `node bench-process.ts NAME SIZE`, the size as JSON. Sends its figures to the parent process and exits. An error
 * is sent too; the parent ends the process when the time limit is over.
 */
const [name = '', size = '{}'] = process.argv.slice(2);
const BenchRequest = z.object({ rows: z.number().optional(), isSmallest: z.boolean() });

async function run(): Promise<object> {
  try {
    const measure = await benches[name]?.load();
    if (!measure) throw new Error(`There is no bench ${name}`);
    const figures = await measure(sizeOf(BenchRequest.parse(JSON.parse(size))));
    if (figures.length === 0) throw new Error('It has no figure');
    return { figures };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const outcome = await run();
process.send?.(outcome, () => process.exit(0));
