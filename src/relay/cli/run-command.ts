import { nameOfDatabase } from '../../server/database.ts';
import { type ExitCode, runProgram, serveUntilSignal } from '../../server/run-program.ts';
import { noteCreatedKey, parseCommand, usage } from './command-line.ts';
import { type Config, readConfig } from './config.ts';

/** Runs one command line of the relay, and prints its answer or error; see runProgram. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> =>
  runProgram(
    {
      name: 'relay',
      parse: parseCommand,
      usage,
      readConfig,
      serve,
      execute: async (config, command) => (await import('./commands.ts')).runStoreCommand(config, command),
    },
    args,
    env,
  );

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
  const outside = publicUrl === null ? '' : `, reached from outside at ${publicUrl}`;
  const metrics = relay.metricsUrl === null ? '' : `, metrics at ${relay.metricsUrl}/metrics`;
  const line = `The relay listens on ${relay.url}${outside}, database ${nameOfDatabase(database)}${metrics}`;
  await serveUntilSignal(line, { close: () => relay.close(), endLog: end });
}
