import { note, print, Refusal, UsageError, whenSignalled } from '../../server/command.ts';
import { nameOfDatabase } from '../../server/database.ts';
import { ConfigError } from '../../server/startup-errors.ts';
import { noteCreatedKey, parseCommand, usage } from './command-line.ts';
import { type Config, readConfig } from './config.ts';

/** From the signal on; 5 s are promised. */
const maxStopMs = 4_700;

/**
 * Runs one command line of the relay, and prints its answer or error.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or settings, 3 cannot be done
 */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<0 | 1 | 2 | 3> {
  try {
    const command = parseCommand(args);
    if (command.verb === 'help') {
      print(usage(env));
      return 0;
    }
    const config = readConfig(env);
    if (command.verb === 'serve') await serve(config);
    else await (await import('./commands.ts')).runStoreCommand(config, command);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) note(`${message}\n\n${usage(env)}`);
    else if (error instanceof ConfigError) note(`The relay's settings are not right:\n${message}`);
    else note(error instanceof Refusal ? message : `The relay failed: ${message}`);
    if (error instanceof UsageError || error instanceof ConfigError) return 2;
    return error instanceof Refusal ? 3 : 1;
  }
}

/** Serves until SIGTERM, SIGINT or SIGHUP, answers what has arrived by then, and ends the process. */
async function serve({ masterKey: setting, publicUrl, ...options }: Config): Promise<void> {
  // Loaded only here: --help stays fast.
  const [{ openRelay }, { openLog }, { loadMasterKey }] = await Promise.all([
    import('../open-relay.ts'),
    import('../../server/log.ts'),
    import('../../server/database.ts'),
  ]);
  const { database } = options;
  const { log, end } = openLog();
  const masterKey = loadMasterKey(setting, database, { program: 'relay', onCreated: noteCreatedKey });
  const relay = await openRelay({ ...options, masterKey, log });
  // Before the line is printed: its reader may stop the relay at once.
  const signalled = whenSignalled();
  const outside = publicUrl === null ? '' : `, reached from outside at ${publicUrl}`;
  const metrics = relay.metricsUrl === null ? '' : `, metrics at ${relay.metricsUrl}/metrics`;
  print(`The relay listens on ${relay.url}${outside}, database ${nameOfDatabase(database)}${metrics}`);
  await signalled;
  const deadline = performance.now() + maxStopMs;
  await relay.close();
  await end(deadline);
  // A line on the standard output may still wait for a reader that has stopped.
  process.exit(0);
}
