import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCommandLine } from '../../../scripts/command-line.ts';
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

describe.each([
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
])('npm run %s', (line) => {
  const [command = '', ...words] = line.split(' ');
  const usage = ['start', 'test'].includes(command) ? `npm ${command}` : `npm run ${command}`;

  test('prints its usage for --help', async () => {
    const told = await run(command, ...words, '--help');
    expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining(usage), stderr: '' });
  });

  test('names a wrong option above its usage, without a stack', async () => {
    const { code, stdout, stderr } = await run(command, ...words, '--no-such-option');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain('--no-such-option');
    expect(stderr).toContain(usage);
    expect(stderr).not.toContain('    at ');
  });
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

describe('the arguments of a command', () => {
  const command = {
    allowPositionals: true,
    options: { rows: { type: 'string' } },
    schema: z.object({ rows: z.coerce.number('is no number').optional(), positionals: z.array(z.string()) }),
  } as const;

  test('are parsed by its schema', () => {
    const args = { rows: 3, positionals: ['a'] };
    expect(readCommandLine(command, ['a', '--rows', '3'])).toEqual({ kind: 'parsed', args });
    const reason = '--rows: is no number';
    expect(readCommandLine(command, ['--rows', 'x'])).toEqual({ kind: 'invalid', reason });
  });

  test('ask for help wherever --help or -h is', () => {
    for (const help of ['--help', '-h']) {
      expect(readCommandLine(command, ['--rows', 'x', help])).toEqual({ kind: 'help' });
    }
  });

  test('that begin with a minus are named without advice', () => {
    const reason = `Unknown option '-5'`;
    expect(readCommandLine(command, ['-5'])).toEqual({ kind: 'invalid', reason });
  });
});
