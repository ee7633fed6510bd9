/**
 * The public relay, a program of its own on a server: it takes webhooks for counters that cannot, and keeps what counters of one shop claim
 * and ship.
 * core decides and knows no database, store keeps, http serves, cli starts. It shares nothing with the counter but shared.
 * Tests: tests/relay, tests/unit/relay, over SQLite and PostgreSQL.
 */

import { outliveReaders } from '../../server/command.ts';
import { runCommand } from './run-command.ts';

// The database, its log and its key are readable for their owner only.
process.umask(0o077);
outliveReaders();

const code = await runCommand(process.argv.slice(2), process.env);
if (code !== 0) {
  process.exitCode = code;
  // A reader of the output that has stopped must not keep the process.
  setTimeout(() => process.exit(), 300).unref();
}
