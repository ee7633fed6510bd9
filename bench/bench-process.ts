import { z } from 'zod';
import { benches } from './benches.ts';

/**
 * Runs one bench: `node bench-process.ts NAME [ROWS]`. Sends its figures to the parent process and exits. An error is
 * sent too; the parent ends the process when the time limit is over.
 */
const [name, rows] = z.tuple([z.string(), z.coerce.number().int().positive().optional()]).parse(process.argv.slice(2));

async function run(): Promise<object> {
  try {
    const measure = await benches[name]?.load();
    if (!measure) throw new Error(`There is no bench ${name}`);
    return { figures: await measure(rows) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const outcome = await run();
process.send?.(outcome, () => process.exit(0));
