import { mailboxCommand } from './cli/mailbox.ts';
import { print, UsageError } from './cli/output.ts';
import { serve } from './cli/serve.ts';
import { ConfigError, readConfig } from './config.ts';

const usage = `Usage:
  npm run relay                                              serve
  npm run relay -- mailbox create NAME --secret KEY [--json]
  npm run relay -- mailbox list [--json]
  npm run relay -- mailbox disable MAILBOX

Settings: RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_DATABASE_URL (sqlite:PATH), RELAY_MASTER_KEY (64 hex digits)`;

async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === '--help' || command === 'help') print(usage);
  else if (command === undefined || command === 'serve') await serve(readConfig(process.env));
  else if (command === 'mailbox') await mailboxCommand(readConfig(process.env), rest);
  else throw new UsageError(`There is no command "${command}"`);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof ConfigError) return `The relay's settings are not right:\n${error.message}`;
  return `The relay failed: ${error instanceof Error ? error.message : String(error)}`;
}

// The database, its log and its key are nobody else's to read.
process.umask(0o077);

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
