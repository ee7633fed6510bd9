import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished, vi } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { builtChild, type ChildFile } from './built-counters.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a file of tests/support, bundled, as a real process; killed with the test at the latest. */
export function startChild(file: ChildFile, ...args: string[]): Child {
  const child = spawn(process.execPath, [builtChild(file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...compiledTests },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** kill -9, and waits until the process is gone. */
export async function killHard(child: Child): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The next lines of its output. Collects until `count` are there, or the process ends. */
export async function linesOf(child: Child, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

/** A program as a process of its own, whose lines are kept. */
export interface NodeProcess {
  lines: readonly string[];
  send(line: string): void;
  /** Resolves when `enough` likes what was said so far; rejects with its stderr when the process ends before. */
  until(enough: (lines: readonly string[]) => boolean): Promise<void>;
  /** SIGKILL, as a power cut would; resolves when it is gone */
  kill(): Promise<void>;
  /** the signal only, for a moment that must be exact */
  strike(): void;
  /** closes stdin and sends `signal`; answers the exit code */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export function startNode(file: string, args: readonly string[], env: Record<string, string>): NodeProcess {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = once(child, 'close').then(() => (running = false));
  const lines: string[] = [];
  const watching = new Set<() => void>();
  let running = true;
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of watching) look();
  });
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  return {
    lines,
    send: (line) => void child.stdin.write(`${line}\n`),
    until: (enough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!enough(lines)) return;
          watching.delete(look);
          resolve();
        };
        watching.add(look);
        look();
        void gone.then(() => reject(new Error(`${file} ended early: ${complaint || lines.join(' ')}`)));
      }),
    kill,
    strike: () => void child.kill('SIGKILL'),
    async end(signal) {
      child.stdin.end();
      if (signal) child.kill(signal);
      await vi.waitFor(() => {
        if (running) throw new Error(`${file} does not end`);
      }, 60_000);
      return child.exitCode;
    },
  };
}
