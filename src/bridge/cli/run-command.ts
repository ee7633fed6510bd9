import { note, print, Refusal, UsageError, whenSignalled } from '../../server/command.ts';
import { nameOfDatabase } from '../../server/database.ts';
import { ConfigError } from '../../server/startup-errors.ts';
import { parseCommand, untried, usage } from './command-line.ts';
import { type Config, readConfig } from './config.ts';

/** From the signal on. A purchase on its way is not waited for longer: the next start finds it out. */
const maxStopMs = 4_500;

/**
 * Runs one command line of the bridge, and prints its answer or error.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or settings, 3 cannot be done
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<0 | 1 | 2 | 3> {
  try {
    const command = parseCommand(args);
    if (command.verb === 'help') print(usage(env));
    else if (command.verb === 'serve') await serve(readConfig(env));
    else await (await import('./commands.ts')).runStoreCommand(readConfig(env), command);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) note(`${message}\n\n${usage(env)}`);
    else if (error instanceof ConfigError) note(`The bridge's settings are not right:\n${message}`);
    else note(error instanceof Refusal ? message : `The bridge failed: ${message}`);
    if (error instanceof UsageError || error instanceof ConfigError) return 2;
    return error instanceof Refusal ? 3 : 1;
  }
}

/** Serves until SIGTERM, SIGINT or SIGHUP, and ends the process. */
async function serve(config: Config): Promise<void> {
  print(untried);
  // Loaded only here: --help stays fast.
  const [{ openBridge }, { openLog }] = await Promise.all([import('../open-bridge.ts'), import('../../server/log.ts')]);
  const { log, end } = openLog();
  const bridge = await openBridge(config, log);
  const signalled = whenSignalled();
  const { publicUrl, provider, database } = config;
  const outside = publicUrl === null ? '' : `, reached from outside at ${publicUrl}`;
  const metrics = bridge.metricsUrl === null ? '' : `, metrics at ${bridge.metricsUrl}/metrics`;
  print(`The bridge to ${provider} listens on ${bridge.url}${outside}, database ${nameOfDatabase(database)}${metrics}`);
  await signalled;
  const deadline = performance.now() + maxStopMs;
  await bridge.close(maxStopMs - 500);
  await end(deadline);
  process.exit(0);
}
