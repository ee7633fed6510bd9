import { note, outliveReaders, print, Refusal, UsageError } from './cli/output.ts';
import { parseCommand } from './cli/parse.ts';
import { usage } from './cli/usage.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

async function run(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  if (command.verb === 'help') return print(usage);
  const config = readConfig(process.env);
  // The relay's code is loaded once it has something to do, so that --help is quick.
  if (command.verb === 'serve') await (await import('./cli/serve.ts')).serve(config);
  else await (await import('./cli/mailbox.ts')).mailboxCommand(config, command);
}

/** What is said of a failure, and the code that the process ends with. */
function explain(error: unknown): { words: string; code: 1 | 2 | 3 } {
  if (error instanceof UsageError) return { words: `${error.message}\n\n${usage}`, code: 2 };
  if (error instanceof ConfigError) return { words: `The relay's settings are not right:\n${error.message}`, code: 2 };
  if (error instanceof Refusal) return { words: error.message, code: 3 };
  return { words: `The relay failed: ${error instanceof Error ? error.message : String(error)}`, code: 1 };
}

// The database, its log and its key are nobody else's to read.
process.umask(0o077);
outliveReaders();

try {
  await run(process.argv.slice(2));
} catch (error) {
  const { words, code } = explain(error);
  note(words);
  process.exitCode = code;
  // Only where somebody who does not read holds it up.
  setTimeout(() => process.exit(), 300).unref();
}
