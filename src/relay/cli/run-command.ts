import { readConfig } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { note, print, Refusal, UsageError } from './output.ts';
import { parseCommand } from './parse.ts';
import { usage } from './usage.ts';

/**
 * Runs one command line of the relay, and prints its answer or why there is none.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or settings, 3 cannot be done
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<0 | 1 | 2 | 3> {
  try {
    await run(args, env);
    return 0;
  } catch (error) {
    const { words, code } = explain(error);
    note(words);
    return code;
  }
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = parseCommand(args);
  if (command.verb === 'help') return print(usage);
  const config = readConfig(env);
  // The relay's code is loaded once it has something to do, so that --help is quick.
  if (command.verb === 'serve') await (await import('./serve.ts')).serve(config);
  else await (await import('./mailbox.ts')).mailboxCommand(config, command);
}

function explain(error: unknown): { words: string; code: 1 | 2 | 3 } {
  if (error instanceof UsageError) return { words: `${error.message}\n\n${usage}`, code: 2 };
  if (error instanceof ConfigError) return { words: `The relay's settings are not right:\n${error.message}`, code: 2 };
  if (error instanceof Refusal) return { words: error.message, code: 3 };
  return { words: `The relay failed: ${error instanceof Error ? error.message : String(error)}`, code: 1 };
}
