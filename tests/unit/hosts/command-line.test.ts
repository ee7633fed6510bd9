import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCommandLine } from '../../../src/main/hosts/command-line.ts';

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
