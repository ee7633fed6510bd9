/**
 * The public relay, a program of its own on a server: it takes webhooks for counters that cannot, and keeps what counters of one shop claim
 * and ship.
 * core decides and knows no database, store keeps, http serves, cli starts. It shares nothing with the counter but shared.
 * Tests: tests/relay, tests/unit/relay, over SQLite and PostgreSQL.
 */

import { runProcess } from '../../server/run-program.ts';
import { runCommand } from './run-command.ts';

await runProcess(runCommand);
