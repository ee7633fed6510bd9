import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { cpus } from 'node:os';

/** Servers and what loads them never share a core, where the machine has two and taskset. */
export const cores = { server: 0, load: 1 } as const;
const pinning = existsSync('/usr/bin/taskset') && cpus().length > 1;

// Told to stop, the bench takes its processes with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export interface Start {
  /** for the program of `command`, or for this Node */
  args: readonly string[];
  command?: string;
  core: (typeof cores)[keyof typeof cores];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** where its error output goes, as a service's log does; left out, it is shown */
  logFile?: string;
  /** with a channel for messages */
  talks?: boolean;
}

/** A process of the bench on its own core; its output can be read, and it dies with the bench. */
export function startPinned(start: Start): ChildProcess {
  const command = start.command ?? process.execPath;
  const pinned = pinning
    ? { command: 'taskset', args: ['-c', String(start.core), command, ...start.args] }
    : { command, args: [...start.args] };
  const errors = start.logFile === undefined ? 'inherit' : openSync(start.logFile, 'a');
  const child = spawn(pinned.command, pinned.args, {
    ...(start.cwd === undefined ? {} : { cwd: start.cwd }),
    env: { ...process.env, ...start.env },
    stdio: start.talks ? ['ignore', 'pipe', errors, 'ipc'] : ['ignore', 'pipe', errors],
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}
