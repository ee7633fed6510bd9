import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine, pathOf } from '../src/main/hosts/command-line.ts';
import { benchFolder } from './bench-folder.ts';
import { benches, benchesNamed } from './benches.ts';
import { Figure, figureLine } from './figures.ts';

const defaultLimitMinutes = 10;

const width = Math.max(...Object.keys(benches).map((name) => name.length));
const usage = `npm run bench -- [NAME ...] [--rows N] [--smallest] [--json FILE] [--limit MINUTES]

Measures the benches that are named, or all of them, one after another. A name selects all that begin with it.
Each figure is a ratio to a peer or to a raw limit that was measured in the same run.
  --rows N         rows in the database, for the benches that have one
  --smallest       as little as possible: whether each bench still measures; its figures mean nothing
  --json FILE      writes one line of JSON for each figure
  --limit MINUTES  time limit of each bench, in place of its own (${defaultLimitMinutes} minutes for most)
The benches, and what hangs on each:
${Object.entries(benches)
  .map(([name, { decides }]) => `  ${name.padEnd(width)}  ${decides}`)
  .join('\n')}
Exit code 0: every bench was measured, whether it met its goals or not. 1: one was not. 2: the arguments are wrong.`;

const name = z.string().refine((prefix) => benchesNamed(prefix).length > 0, {
  error: ({ input }) => `There is no bench "${String(input)}"`,
});
const args = parseCommandLine({
  usage,
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    smallest: { type: 'boolean' },
    json: { type: 'string' },
    limit: { type: 'string' },
  },
  schema: z.object({
    positionals: z.array(name),
    rows: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'is not a number of rows')
      .transform(Number)
      .optional(),
    smallest: z.boolean().default(false),
    json: z.string().min(1).transform(pathOf).optional(),
    limit: z.coerce.number('is not a number of minutes').positive('is not a number of minutes').optional(),
  }),
});

const Outcome = z.union([z.object({ figures: z.array(Figure) }), z.object({ error: z.string() })]);
type Outcome = z.infer<typeof Outcome>;

let endBench: () => void = () => undefined;
// The processes of a bench are a group of their own, which no signal from the terminal reaches.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endBench();
    process.exit(1);
  });
}

/** Runs one bench in a process group and a temporary folder of its own, both gone when it ends or its time is over. */
async function measure(name: string, limitMinutes: number): Promise<Outcome> {
  await using folder = await benchFolder();
  // PostgreSQL runs as another user than root.
  await chmod(folder.path, 0o755);
  const size = JSON.stringify({ rows: args.rows, isSmallest: args.smallest });
  const child = fork(join(import.meta.dirname, 'bench-process.ts'), [name, size], {
    detached: true,
    serialization: 'advanced',
    env: { ...process.env, TMPDIR: folder.path },
  });
  const ended = Promise.withResolvers<Outcome>();
  const exited = once(child, 'exit').catch(() => undefined);
  endBench = () => killGroup(child.pid);
  child.once('message', (message) => ended.resolve(Outcome.parse(message)));
  child.once('error', (error) => ended.resolve({ error: error.message }));
  child.once('close', (code, signal) => ended.resolve({ error: `its process ended with ${signal ?? code}` }));
  const limit = setTimeout(
    () => ended.resolve({ error: `it has not ended within ${limitMinutes} minutes` }),
    limitMinutes * 60_000,
  );
  try {
    return await ended.promise;
  } finally {
    clearTimeout(limit);
    endBench();
    endBench = () => undefined;
    await exited;
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

const figures: Figure[] = [];
for (const [name, { limitMinutes = defaultLimitMinutes }] of Object.entries(benches)) {
  if (args.positionals.length > 0 && !args.positionals.some((prefix) => benchesNamed(prefix).includes(name))) continue;
  const begun = performance.now();
  const outcome = await measure(name, args.limit ?? limitMinutes);
  if ('error' in outcome) {
    console.error(`${name}: not measured: ${outcome.error}`);
    process.exitCode = 1;
    continue;
  }
  if (args.smallest) console.log(`${name}: measured in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  else for (const one of outcome.figures) console.log(figureLine(one));
  figures.push(...outcome.figures);
}
if (args.json !== undefined) {
  await writeFile(args.json, figures.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
