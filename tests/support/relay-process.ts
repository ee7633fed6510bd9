import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built, projectDir } from '../../scripts/project.ts';
import { runCommand } from '../../src/relay/cli/run-command.ts';
import type { AtEnd } from './temporary-folder.ts';

const sources = join(projectDir, 'src/relay/cli/main.ts');

export type RelayEnvironment = Partial<Record<`RELAY_${string}`, string>>;

const environment = (env: RelayEnvironment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...compiledTests,
  RELAY_METRICS_ADDRESS: '127.0.0.1:0',
  // Each test that is about it has a folder of its own.
  RELAY_SPOOL: 'none',
  ...env,
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command of the built relay to its end. */
export const relayCommand = (env: RelayEnvironment, ...args: string[]): Promise<Ended> =>
  relayCommandFed('', env, ...args);

/** The same, with something on its standard input. */
export const relayCommandFed = (input: string, env: RelayEnvironment, ...args: string[]): Promise<Ended> =>
  toItsEnd(built.relay, input, env, args);

/** The same of the sources, as `npm run relay` does it. */
export const relayCommandOfSources = (env: RelayEnvironment, ...args: string[]): Promise<Ended> =>
  toItsEnd(sources, '', env, args);

/** Runs one command in this process: what a process costs is not the subject of most tests. */
export async function relayCommandInProcess(env: RelayEnvironment, ...args: string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const capture = (name: keyof typeof written) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  const spies = [capture('stdout'), capture('stderr')];
  const code = await runCommand(args, environment(env));
  for (const spy of spies) spy.mockRestore();
  return { code, ...written };
}

/** Begins one command of the built relay; killed with the test at the latest. */
export function relayCommandBegun(env: RelayEnvironment, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [built.relay, ...args], { env: environment(env), stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function toItsEnd(file: string, input: string, env: RelayEnvironment, args: readonly string[]): Promise<Ended> {
  const running = promisify(execFile)(process.execPath, [file, ...args], { env: environment(env) });
  running.child.stdin?.end(input);
  return ended(running);
}

async function ended(running: Promise<Omit<Ended, 'code'>>): Promise<Ended> {
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Runs a line of the shell in which `relay` is the built relay. */
export const relayInShell = async (env: RelayEnvironment, line: string): Promise<Ended> =>
  ended(
    promisify(execFile)('sh', ['-c', `relay() { "${process.execPath}" "${built.relay}" "$@"; }; ${line}`], {
      env: environment(env),
    }),
  );

/** A real process of the built relay that listens; killed with the test at the latest. */
export async function relayProcess(
  env: RelayEnvironment,
  atEnd: AtEnd = onTestFinished,
): Promise<{
  process: ChildProcessByStdio<null, Readable, Readable>;
  url: string;
  metricsUrl: string | null;
  line: string;
  /** what it wrote on its error output so far */
  logged(): string;
}> {
  const child = spawn(process.execPath, [built.relay], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => void child.kill('SIGKILL'));
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (logged += chunk));
  const line = await firstLine(child.stdout);
  return { process: child, url: addressIn(line), metricsUrl: metricsIn(line), line, logged: () => logged };
}

/** The same, with its errors going to an open file. */
export async function relayProcessInto(
  errors: number,
  env: RelayEnvironment,
): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [built.relay], { env: environment(env), stdio: ['ignore', 'pipe', errors] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('it has no output');
  return { process: child, url: addressIn(await firstLine(child.stdout)) };
}

const firstLine = async (output: Readable): Promise<string> => {
  const [line] = (await once(createInterface({ input: output }), 'line')) as [string];
  return line;
};

const metricsIn = (line: string): string | null => /metrics at (http:\S+:\d+)\/metrics/.exec(line)?.[1] ?? null;
const addressIn = (line: string): string => /http:\S+:\d+/.exec(line)?.[0] ?? '';
