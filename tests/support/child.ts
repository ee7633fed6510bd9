import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { projectDir } from '../../scripts/project.ts';
import { builtChild, type ChildFile } from './built-counters.ts';

/** The project's own Node, whatever runs the tests. */
const node = join(projectDir, 'node_modules/node/bin/node');

export type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a file of tests/support, bundled, as a real process; killed with the test at the latest. */
export function startChild(file: ChildFile, ...args: string[]): Child {
  const child = spawn(node, [builtChild(file), ...args], {
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
