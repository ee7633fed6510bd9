import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine } from './command-line.ts';
import { openLintCache } from './lint-cache.ts';
import { projectDir } from './project.ts';
import { dateBuildInfos, isCacheBroken } from './type-cache.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
}

interface Verdict extends Check {
  passed: boolean;
  output: string;
  seconds: number;
}

const program = (name: string): string => join(projectDir, 'node_modules/.bin', name);

const cacheDir = join(projectDir, 'node_modules/.cache');
const typesDir = join(cacheDir, 'types');

// Layers and house rules are part of the lint: scripts/layers.ts.
const lint: Check = { name: 'lint and layers', command: program('oxlint'), args: ['--deny-warnings'] };
// One build of all projects: each reads the declarations of those it references, and rechecks what changed.
const types: Check = { name: 'types', command: program('tsc'), args: ['-b', '--pretty', 'false'] };
const others: Check[] = [
  { name: 'format', command: program('biome'), args: ['check', '.'] },
  {
    name: 'electron-builder.yml',
    command: process.execPath,
    args: [join(projectDir, 'scripts/package/check-config.ts')],
  },
  { name: 'architecture', command: process.execPath, args: [join(projectDir, 'scripts/architecture.ts')] },
  { name: 'desktop shell', command: process.execPath, args: [join(projectDir, 'scripts/shell-rules.ts')] },
];
/** More files than these are linted faster with all others, and may be too many for a command line. */
const maxStale = 300;

/** The two that read types are written in Go, whose collector takes a fifth of their time: it runs more rarely here. */
const collectRarely = { GOGC: '400', GOMEMLIMIT: '3GiB' };

function run(check: Check): Promise<Verdict> {
  return new Promise((resolve) => {
    const begun = Date.now();
    let output = '';
    const child = spawn(check.command, check.args, {
      cwd: projectDir,
      env: { ...collectRarely, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // .cmd files of Windows run in a shell only; nothing here comes from outside.
      shell: process.platform === 'win32',
    });
    const take = (text: string): string => (output += text);
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const done = (passed: boolean): void => resolve({ ...check, passed, output, seconds: (Date.now() - begun) / 1000 });
    child.once('error', (error) => {
      output += error.message;
      done(false);
    });
    child.once('close', (code) => done(code === 0));
  });
}

async function runTypes(): Promise<Verdict> {
  const startedAt = new Date();
  const first = await run(types);
  const verdict = isCacheBroken(first.output) ? await run({ ...types, args: [...types.args, '--force'] }) : first;
  dateBuildInfos(typesDir, startedAt);
  return verdict;
}

/** Rules that need types take ten times as long as all others: they run on what changed, or sees other types, since they last passed. */
async function runLint(typesBuilt: Promise<Verdict>): Promise<Verdict> {
  const begun = Date.now();
  const cache = openLintCache({ root: projectDir, declarations: typesDir, file: join(cacheDir, 'konter/lint.json') });
  const lintWithTypes = (files: readonly string[] = []): Promise<Verdict> =>
    run({ ...lint, args: [...lint.args, '--type-aware', ...files] });
  const lintStale = async (): Promise<Verdict[]> => {
    await typesBuilt;
    const stale = cache.stale();
    return stale.length === 0 ? [] : [await lintWithTypes(stale.length > maxStale ? [] : stale)];
  };
  const verdicts = cache.isEmpty
    ? [await lintWithTypes()]
    : (await Promise.all([run(lint).then((verdict) => [verdict]), lintStale()])).flat();
  const passed = verdicts.every((verdict) => verdict.passed);
  if (passed && (await typesBuilt).passed) cache.passed();
  const output = verdicts.map((verdict) => verdict.output).join('\n');
  return { ...lint, passed, output, seconds: (Date.now() - begun) / 1000 };
}

parseCommandLine({
  usage: 'npm run check\n\nTypes, lint with the layers, format, and the packaging files.',
  schema: z.object({}),
});
const typesBuilt = runTypes();
const verdicts = await Promise.all([runLint(typesBuilt), ...others.map(run), typesBuilt]);
for (const { name, passed, output, seconds } of verdicts) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) console.log(output.trim());
}
const failed = verdicts.filter((verdict) => !verdict.passed);
console.log(
  failed.length === 0 ? `check: all ${verdicts.length} passed` : `check: ${failed.length} of ${verdicts.length} failed`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
