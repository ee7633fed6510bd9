import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';

interface CommandLine<Schema extends z.ZodType> {
  /** the text that --help prints, without a line break at its end */
  usage: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** whether arguments that are no options are allowed; the schema gets them as `positionals` */
  allowPositionals?: boolean;
  schema: Schema;
}

export type ParsedCommandLine<Schema extends z.ZodType> =
  | { kind: 'parsed'; args: z.output<Schema> }
  | { kind: 'help' }
  | { kind: 'invalid'; reason: string };

/** Parses the arguments of a command. --help and -h win over all others. */
export function readCommandLine<Schema extends z.ZodType>(
  { options, allowPositionals = false, schema }: Omit<CommandLine<Schema>, 'usage'>,
  argv: readonly string[],
): ParsedCommandLine<Schema> {
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help' };
  let input: Record<string, unknown>;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: options ?? {}, allowPositionals });
    input = allowPositionals ? { ...values, positionals } : { ...values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice about arguments that begin with a minus.
    return { kind: 'invalid', reason: error.message.split(/\.\s/)[0] ?? '' };
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return { kind: 'parsed', args: parsed.data };
  const [issue] = parsed.error.issues;
  const [name] = issue?.path ?? [];
  return { kind: 'invalid', reason: `${name === 'positionals' ? '' : `--${String(name)}: `}${issue?.message ?? ''}` };
}

/**
 * The arguments of this process. Prints usage and ends the process for --help (exit code 0), and for an option or a value
 * that is wrong (exit code 2).
 */
export function parseCommandLine<Schema extends z.ZodType>(
  command: CommandLine<Schema>,
  argv: readonly string[] = process.argv.slice(2),
): z.output<Schema> {
  const read = readCommandLine(command, argv);
  if (read.kind === 'parsed') return read.args;
  if (read.kind === 'help') process.stdout.write(`${command.usage}\n`);
  else process.stderr.write(`${read.reason}\n\n${command.usage}\n`);
  process.exit(read.kind === 'help' ? 0 : 2);
}

/** npm runs scripts in the project's folder; a path means the folder that the person was in. */
export const pathOf = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);
