import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Servers and what loads them never share a core, where the machine has two and taskset. */
const cores = { server: 0, load: 1 } as const;
const pinning = existsSync('/usr/bin/taskset') && cpus().length > 1;

interface Start {
  /** for this Node */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** where its error output goes, as a service's log does; left out, it is shown */
  logFile?: string;
}

/** A process of the bench on its own core; it dies with the bench, which `bench/run.ts` ends as a group. */
export function startPinned(role: keyof typeof cores, { args, env, logFile }: Start): ChildProcess {
  const node = [process.execPath, ...args];
  const [command = '', ...rest] = pinning ? ['taskset', '-c', String(cores[role]), ...node] : node;
  const errors = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
  return spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', errors, 'ipc'],
    // JSON has no NaN.
    serialization: 'advanced',
  });
}

/** A server in a process of its own. */
export interface Server extends AsyncDisposable {
  pid: number;
  port: number;
}

/** Starts it and waits until it has said its address on a line of its output. */
export async function startServer(start: Start): Promise<Server> {
  const child = startPinned('server', start);
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error('a server of the bench ended early')));
  early.catch(() => undefined);
  if (!child.stdout) throw new Error('the server has no output');
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early]);
  child.stdout.resume();
  return {
    pid: child.pid ?? 0,
    port: Number(/http:\S+:(\d+)/.exec(String(line))?.[1]),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A server that is compared with: one of the files beside this one. */
export const startPeer = (file: string, ...args: string[]): Promise<Server> =>
  startServer({ args: [join(import.meta.dirname, file), ...args] });

/** Ticks of Linux' accounts are 10 ms on every machine that Node runs on. */
const tickMs = 10;

/** Processor time of a process so far, its own and the kernel's for it, in ms; NaN where there is no /proc. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything, the 12th and 13th fields.
    const [user, kernel] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(kernel)) * tickMs;
  } catch {
    return Number.NaN;
  }
}
