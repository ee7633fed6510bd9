import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../../scripts/project.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')));

/** Runs an npm command as npm does, in a process of its own. */
function run(command: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const [program, ...own] = (scripts[command] ?? '').split(' ');
  if (program !== 'node') throw new Error(`npm run ${command} does not start node`);
  const child = { cwd: projectDir, timeout: 20_000, env: { ...process.env, npm_lifecycle_event: command } };
  return new Promise((resolve) => {
    execFile(process.execPath, [...own, ...args], child, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test('npm start prints its usage for --help', async () => {
  const result = await run('start', '--help');
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('npm start'), stderr: '' });
});

test.each([
  'start',
  'start:browser',
  'dev',
  'counter:check',
  'build',
  'package',
  'check',
  'test',
  'test:changed',
  'bench',
  'relay',
  'relay mailbox create',
  'journal',
  'simulate',
  'simulator',
])('npm run %s names a wrong option above its usage, without a stack', async (line) => {
  const [command = '', ...words] = line.split(' ');
  const { code, stdout, stderr } = await run(command, ...words, '--no-such-option');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n')[0]).toContain('--no-such-option');
  expect(stderr).toContain(['start', 'test'].includes(command) ? `npm ${command}` : `npm run ${command}`);
  expect(stderr).not.toContain('    at ');
});

test.each([
  ['start', ['stray'], 'stray'],
  ['start:browser', ['--port', '65536'], '--port'],
  ['counter:check', ['--data-dir'], '--data-dir'],
  ['build', ['stray'], 'stray'],
  ['bench', ['stray'], 'stray'],
  ['bench', ['journal', '--rows', '0'], '--rows'],
  ['bench', ['journal', '--limit', 'x'], '--limit'],
  ['relay', ['mailbox', 'rotate-secret', 'm', '--retire-in', 'x', '--secret', 'k'], '--retire-in'],
  ['journal', ['verify', 'file', '--head', 'x'], '--head'],
  ['journal', ['read', 'file'], 'verify'],
  ['simulate', ['--seeds', 'x'], '--seeds'],
  ['simulator', ['--pace', 'x'], '--pace'],
])('npm run %s names the wrong value of %j', async (command, args, name) => {
  const { code, stdout, stderr } = await run(command, ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n')[0]).toContain(name);
  expect(stderr).not.toContain('    at ');
});

test('a bench that has not ended within its limit is not measured', async () => {
  const { code, stdout, stderr } = await run('bench', 'journal', '--limit', '0.0001');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('journal: not measured: it has not ended within 0.0001 minutes\n');
});
