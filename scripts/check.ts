import { spawn } from 'node:child_process';
import { globSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine } from '../src/main/hosts/command-line.ts';
import { projectDir } from './project.ts';

interface Check {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

interface Verdict extends Check {
  passed: boolean;
  output: string;
  seconds: number;
}

const program = (name: string): string => join(projectDir, 'node_modules/.bin', name);

/** The two that read types are written in Go, whose collector takes a fifth of their time: it runs more rarely here. */
const collectRarely = { GOGC: '400', GOMEMLIMIT: '3GiB' };

// One checker for each project: more would each work out the same types.
const types: Check = {
  name: 'types',
  command: program('tsc'),
  args: ['-b', '--pretty', 'false', '--checkers', '1'],
  env: collectRarely,
};
const others: Check[] = [
  // Layers and house rules are part of the lint: scripts/layers.ts.
  {
    name: 'lint and layers',
    command: program('oxlint'),
    args: ['--deny-warnings', '--type-aware'],
    // A second thread works out the same types once more.
    env: { ...collectRarely, GOMAXPROCS: '1' },
  },
  { name: 'format', command: program('biome'), args: ['check', '.'] },
  {
    name: 'electron-builder.yml',
    command: process.execPath,
    args: [join(projectDir, 'scripts/package/check-config.ts')],
  },
  { name: 'architecture', command: process.execPath, args: [join(projectDir, 'scripts/architecture.ts')] },
  { name: 'desktop shell', command: process.execPath, args: [join(projectDir, 'scripts/shell-rules.ts')] },
];

function run(check: Check, cwd = projectDir): Promise<Verdict> {
  return new Promise((resolve) => {
    const begun = Date.now();
    let output = '';
    const child = spawn(check.command, check.args, {
      cwd,
      env: { ...check.env, ...process.env },
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

/**
 * Builds the types of all projects, each from the declarations of those that it references. `tsc -b` passes over a file that is older than
 * the build info of its project, so one that a merge changed during a run, or that was restored with its old date, would stay
 * unchecked: dated back, the build infos are compared with what the files hold.
 * @param root where tsconfig.json is
 * @param cache where it puts the build infos, from there
 */
export async function checkTypes(root = projectDir, cache = 'node_modules/.cache/types'): Promise<Verdict> {
  for (const path of globSync(`${cache}/**/*.tsbuildinfo`, { cwd: root })) utimesSync(join(root, path), 0, 0);
  const verdict = await run(types, root);
  // A declaration is gone that a build info knows, as where a part of the cache was removed.
  return verdict.output.includes('error TS6305:') ? run({ ...types, args: [...types.args, '--force'] }, root) : verdict;
}

if (import.meta.main) {
  parseCommandLine({
    usage: 'npm run check\n\nTypes, lint with the layers, format, and the packaging files.',
    schema: z.object({}),
  });
  const verdicts = await Promise.all([checkTypes(), ...others.map((check) => run(check))]);
  for (const { name, passed, output, seconds } of verdicts) {
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
    if (!passed) console.log(output.trim());
  }
  const failed = verdicts.filter((verdict) => !verdict.passed);
  console.log(
    failed.length === 0
      ? `check: all ${verdicts.length} passed`
      : `check: ${failed.length} of ${verdicts.length} failed`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
