import { outliveReaders } from './cli/output.ts';
import { runCommand } from './cli/run-command.ts';

// The database, its log and its key are nobody else's to read.
process.umask(0o077);
outliveReaders();

const code = await runCommand(process.argv.slice(2), process.env);
if (code !== 0) {
  process.exitCode = code;
  // Only where somebody who does not read holds it up.
  setTimeout(() => process.exit(), 300).unref();
}
