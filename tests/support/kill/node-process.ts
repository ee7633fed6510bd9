import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished, vi } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';

/** The project's own Node, whatever runs the tests. */
const node = join(projectDir, 'node_modules/node/bin/node');

/** A program as a process of its own, whose lines are kept. */
export interface NodeProcess {
  lines: readonly string[];
  tell(line: string): void;
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
  const child = spawn(node, [file, ...args], {
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
    tell: (line) => void child.stdin.write(`${line}\n`),
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
