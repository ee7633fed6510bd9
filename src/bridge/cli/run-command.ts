import { print } from '../../server/command.ts';
import { nameOfDatabase } from '../../server/database.ts';
import { type ExitCode, runProgram, serveUntilSignal } from '../../server/run-program.ts';
import { parseCommand, untried, usage } from './command-line.ts';
import { type Config, readConfig } from './config.ts';

/** A purchase on its way is not waited for longer: the next start finds it out. */
const maxAnswerMs = 4_000;

/** Runs one command line of the bridge, and prints its answer or error; see runProgram. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<ExitCode> =>
  runProgram(
    {
      name: 'bridge',
      parse: parseCommand,
      usage,
      readConfig,
      serve,
      execute: async (config, command) => (await import('./commands.ts')).runStoreCommand(config, command),
    },
    args,
    env,
  );

async function serve(config: Config): Promise<void> {
  print(untried);
  // Loaded only here: --help stays fast.
  const [{ openBridge }, { openLog }] = await Promise.all([import('../open-bridge.ts'), import('../../server/log.ts')]);
  const { log, end } = openLog();
  const bridge = await openBridge(config, log);
  const { publicUrl, provider, database } = config;
  const outside = publicUrl === null ? '' : `, reached from outside at ${publicUrl}`;
  const metrics = bridge.metricsUrl === null ? '' : `, metrics at ${bridge.metricsUrl}/metrics`;
  const line = `The bridge to ${provider} listens on ${bridge.url}${outside}, database ${nameOfDatabase(database)}${metrics}`;
  await serveUntilSignal(line, { close: () => bridge.close(maxAnswerMs), endLog: end });
}
