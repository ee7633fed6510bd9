import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built, projectDir } from '../../scripts/project.ts';

const node = join(projectDir, 'node_modules/node/bin/node');
const sources = join(projectDir, 'src/relay/cli.ts');

export type RelayEnvironment = Partial<Record<`RELAY_${string}`, string>>;

const environment = (env: RelayEnvironment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...compiledTests,
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

async function toItsEnd(file: string, input: string, env: RelayEnvironment, args: readonly string[]): Promise<Ended> {
  try {
    const running = promisify(execFile)(node, [file, ...args], { env: environment(env) });
    running.child.stdin?.end(input);
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** A real process of the built relay that listens; killed with the test at the latest. */
export async function relayProcess(env: RelayEnvironment): Promise<{
  process: ChildProcessByStdio<null, Readable, Readable>;
  url: string;
  line: string;
  /** what it wrote on its error output so far */
  logged(): string;
}> {
  const child = spawn(node, [built.relay], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let logged = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (logged += part));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, url: /http:\S+:\d+/.exec(line)?.[0] ?? '', line, logged: () => logged };
}
