import { note, outliveReaders, print, Refusal, UsageError, whenSignalled } from './command.ts';
import { ConfigError, type ServerProgram } from './startup-errors.ts';

export type ExitCode = 0 | 1 | 2 | 3;

/** How a program of a server understands its command lines. */
interface Program<Command extends { verb: string }, Config> {
  name: ServerProgram;
  /** throws UsageError */
  parse(args: readonly string[]): Command;
  usage(env: NodeJS.ProcessEnv): string;
  /** throws ConfigError */
  readConfig(env: NodeJS.ProcessEnv): Config;
  serve(config: Config): Promise<void>;
  /** throws Refusal where it cannot be done */
  execute(config: Config, command: Exclude<Command, { verb: 'help' | 'serve' }>): Promise<void>;
}

/**
 * Runs one command line of a program, and prints its answer or error.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or settings, 3 cannot be done
 */
export async function runProgram<Command extends { verb: string }, Config>(
  { name, parse, usage, readConfig, serve, execute }: Program<Command, Config>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  try {
    const command = parse(args);
    if (command.verb === 'help') {
      print(usage(env));
      return 0;
    }
    const config = readConfig(env);
    if (command.verb === 'serve') await serve(config);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the two others are excluded above
    else await execute(config, command as Exclude<Command, { verb: 'help' | 'serve' }>);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) note(`${message}\n\n${usage(env)}`);
    else if (error instanceof ConfigError) note(`The ${name}'s settings are not right:\n${message}`);
    else note(error instanceof Refusal ? message : `The ${name} failed: ${message}`);
    if (error instanceof UsageError || error instanceof ConfigError) return 2;
    return error instanceof Refusal ? 3 : 1;
  }
}

/** From the signal on; 5 s are promised. */
const maxStopMs = 4_700;

/** Prints where a program listens, waits for SIGTERM, SIGINT or SIGHUP, closes it, writes the log's last lines and ends the process. */
export async function serveUntilSignal(
  line: string,
  { close, endLog }: { close(): Promise<void>; endLog(deadline: number): Promise<void> },
): Promise<never> {
  // Before the line is printed: its reader may stop the program at once.
  const signalled = whenSignalled();
  print(line);
  await signalled;
  const deadline = performance.now() + maxStopMs;
  await close();
  await endLog(deadline);
  // A line on the standard output may still wait for a reader that has stopped.
  process.exit(0);
}

/** Runs the process's own command line. @param run see runProgram */
export async function runProcess(
  run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<ExitCode>,
): Promise<void> {
  // The database, its log and its key are readable for their owner only.
  process.umask(0o077);
  outliveReaders();
  const code = await run(process.argv.slice(2), process.env);
  if (code === 0) return;
  process.exitCode = code;
  // A reader of the output that has stopped must not keep the process.
  setTimeout(() => process.exit(), 300).unref();
}
