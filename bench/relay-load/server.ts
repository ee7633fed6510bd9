import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cores, type Start, startPinned } from './pinned.ts';

/** A server in a process of its own. */
export interface Server extends AsyncDisposable {
  pid: number;
  port: number;
  /** where it is asked what it holds */
  metricsPort: number;
  child: ChildProcess;
}

/** Starts it and waits until it has said its address on a line of its output. */
export async function startServer(start: Omit<Start, 'core'>): Promise<Server> {
  const child = startPinned({ ...start, core: cores.server });
  const line = await firstLine(child);
  const port = Number(/http:\S+:(\d+)/.exec(line)?.[1]);
  return { ...serverOf(child, port), metricsPort: Number(/metrics at http:\S+:(\d+)/.exec(line)?.[1] ?? port) };
}

export function serverOf(child: ChildProcess, port: number): Server {
  return {
    pid: child.pid ?? 0,
    port,
    metricsPort: port,
    child,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a server of the bench ended early')));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  child.stdout.resume();
  return String(line);
}
