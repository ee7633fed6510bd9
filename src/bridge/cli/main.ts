/**
 * The bridge, a program of its own on a server: it speaks the spec's interface to counters, and a real provider's own to the provider.
 * core decides and keeps, providers translate, http serves, cli starts. It shares nothing with the counter but shared, and with the relay
 * what is in server. Tests: tests/unit/bridge, tests/bridge, tests/simulation/bridge.test.ts.
 */

import { runProcess } from '../../server/run-program.ts';
import { runCommand } from './run-command.ts';

await runProcess(runCommand);
