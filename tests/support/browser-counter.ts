import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built, projectDir } from '../../scripts/project.ts';
import { builtCounters } from './built-counters.ts';
import type { ServedCounter } from './processes/serving-counter.ts';

const Announced = z.object({ url: z.string(), mode: z.enum(['training', 'live']) });

export interface BrowserCounter {
  /** with the one-time token */
  url: string;
  /** without it, with a slash at the end */
  origin: string;
  mode: 'training' | 'live';
  child: ChildProcess;
  /** what was said on stderr so far */
  output(): string;
  /** SIGTERM, and the exit code. Rejects with what the counter said when it had ended unasked. */
  stop(): Promise<number | null>;
  /** SIGKILL, as a power cut would */
  kill(): Promise<void>;
}

interface CounterOptions {
  dataDir: string;
  env?: Record<string, string>;
  port?: number;
  /** left out: a counter */
  role?: ServedCounter['role'];
}

/**
 * Starts `start-browser` as a real process of its own on a data folder. Settings of the shell it runs in stay out; only
 * `env` is given. Rejects with what it said when it ends before it is open.
 */
export function startBrowserCounter({ dataDir, env, port = 0 }: Omit<CounterOptions, 'role'>): Promise<BrowserCounter> {
  const script = join(projectDir, 'scripts/start-browser.ts');
  return start([script, '--port', String(port), '--data-dir', dataDir, '--no-open'], env);
}

/** Of the practice provider in tests: it takes a quarter of the time that it takes in life. */
export const quickPractice = 0.25;

export interface BuiltCounter extends Pick<BrowserCounter, 'url' | 'origin' | 'mode'> {
  /** Closes it and leaves its process to the next one. Rejects with what it said when it had ended unasked. */
  stop(): Promise<void>;
  /** Ends its process as a system does, by SIGTERM, and answers the exit code. */
  end(): Promise<number | null>;
}

/**
 * Port of this process's counters, one after another. A browser keeps the compiled scripts of an address it knows. A folder's second
 * counter gets another port: its address differs from the first one's in the fragment only, and a page would not be loaded again.
 */
let port0 = 0;
/** 0 before the first one: any free port. */
export const usualPort = (): number => port0;
const folders = new Set<string>();

/** Processes that have no counter open. */
const idle: CounterProcess[] = [];

/**
 * The same host, bundled, in a process that may have served other folders before (serving-counter.ts): it starts in a seventh of the
 * time. A folder's second counter is a process of its own, as after a start in life.
 */
export async function startBuiltCounter({
  dataDir,
  env = {},
  port,
  role = 'counter',
  practicePace = quickPractice,
}: CounterOptions & { practicePace?: number }): Promise<BuiltCounter> {
  const pages = { renderer: built.renderer, script: built.konterScript, displayScript: built.displayScript };
  const isFirst = !folders.has(dataDir);
  folders.add(dataDir);
  const wanted = port ?? (isFirst ? port0 : 0);
  const host = (isFirst ? idle.pop() : undefined) ?? new CounterProcess();
  const served: ServedCounter = { dataDir, port: wanted, practicePace, role, env, notices: built.notices, pages };
  const { url, mode } = Announced.parse(await host.request(served));
  if (isFirst && port0 === 0) port0 = Number(new URL(url).port);
  let closed: Promise<unknown> | null = null;
  return {
    url,
    origin: new URL('/', url).href,
    mode,
    stop: async () => {
      closed ??= host.request(null).then(() => idle.push(host));
      await closed;
    },
    end: () => {
      const code = host.end();
      closed = code;
      return code;
    },
  };
}

/** serving-counter.ts as a process. It ends with this one, whose end closes its input. */
class CounterProcess {
  readonly #child = spawn(process.execPath, [builtCounters.serving], {
    cwd: projectDir,
    env: { ...cleanEnv(), ...compiledTests },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  readonly #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  readonly #ended = once(this.#child, 'close');
  #output = '';

  constructor() {
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    // What cannot be sent to it any more is known by the answer that does not come.
    this.#child.stdin.on('error', () => {});
  }

  /** Opens a counter, or with null closes the one that is open. Rejects with what the counter said when it has ended. */
  async request(options: ServedCounter | null): Promise<unknown> {
    if (options !== null) this.#output = '';
    this.#child.stdin.write(`${JSON.stringify(options)}\n`);
    const { done, value } = await this.#lines.next();
    if (done) throw new Error(`the counter ended by itself: ${this.#output}`);
    return JSON.parse(value);
  }

  async end(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#ended;
    return this.#child.exitCode;
  }
}

/** Settings of the shell stay out. */
const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(KONTER|RELAY|SIMULATOR)_/.test(name)));

async function start(args: string[], env: Record<string, string> = {}): Promise<BrowserCounter> {
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close');
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (line === null) throw new Error(`the counter did not open: ${output}`);
  const { url, mode } = Announced.parse(JSON.parse(String(line[0])));
  let isStopped = false;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    else if (!isStopped)
      throw new Error(`the counter ended by itself, with ${child.signalCode ?? child.exitCode}: ${output}`);
    isStopped = true;
    await ended;
    return child.exitCode;
  };
  return {
    url,
    origin: new URL('/', url).href,
    mode,
    child,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
