/**
 * The bridge, a program of its own on a server: it speaks the spec's interface to counters, and a real provider's own to the provider.
 * core decides and keeps, providers translate, http serves, cli starts. It shares nothing with the counter but shared, and with the relay
 * what is in server. Tests: tests/unit/bridge, tests/bridge, tests/simulation/bridge.test.ts.
 */

import { outliveReaders } from '../../server/command.ts';
import { runCommand } from './run-command.ts';

// The database and its key are readable for their owner only.
process.umask(0o077);
outliveReaders();

const code = await runCommand(process.argv.slice(2), process.env);
if (code !== 0) {
  process.exitCode = code;
  // A reader of the output that has stopped must not keep the process.
  setTimeout(() => process.exit(), 300).unref();
}
