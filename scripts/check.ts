import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine } from './command-line.ts';
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

const checks: Check[] = [
  // Layers and house rules are part of the lint: scripts/layers.ts.
  { name: 'lint and layers', command: program('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: program('biome'), args: ['check', '.'] },
  {
    name: 'electron-builder.yml',
    command: process.execPath,
    args: [join(projectDir, 'scripts/package/check-config.ts')],
  },
  { name: 'architecture', command: process.execPath, args: [join(projectDir, 'scripts/architecture.ts')] },
  { name: 'desktop shell', command: process.execPath, args: [join(projectDir, 'scripts/shell-rules.ts')] },
  // One build of all projects: each reads the declarations of those it references, and rechecks what changed.
  { name: 'types', command: program('tsc'), args: ['-b', '--pretty', 'false'] },
];

function run(check: Check): Promise<Verdict> {
  return new Promise((resolve) => {
    const begun = Date.now();
    let output = '';
    const child = spawn(check.command, check.args, {
      cwd: projectDir,
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

parseCommandLine({
  usage: 'npm run check\n\nTypes, lint with the layers, format, and the packaging files.',
  schema: z.object({}),
});
const startedAt = new Date();
const verdicts = await Promise.all(
  checks.map(async (check) => {
    const verdict = await run(check);
    return isCacheBroken(verdict.output) ? run({ ...check, args: [...check.args, '--force'] }) : verdict;
  }),
);
dateBuildInfos(join(projectDir, 'node_modules/.cache/types'), startedAt);
for (const { name, passed, output, seconds } of verdicts) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) console.log(output.trim());
}
const failed = verdicts.filter((verdict) => !verdict.passed);
console.log(
  failed.length === 0 ? `check: all ${verdicts.length} passed` : `check: ${failed.length} of ${verdicts.length} failed`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
