import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Ticks of Linux' accounts are 10 ms on every machine that Node runs on. */
const tickMs = 10;

/** A moment in the accounts of the machine and of some processes; null where there is no /proc. */
export interface Account {
  at: number;
  /** user and system time of the whole machine, ms */
  machineMs: number;
  /** the same of each process asked for, ms */
  processMs: number[];
}

export function account(processes: readonly number[]): Account | null {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user = 0, nice = 0, system = 0] = first.trim().split(/\s+/).slice(1).map(Number);
    return {
      at: performance.now(),
      machineMs: (user + nice + system) * tickMs,
      processMs: processes.map(timeOf),
    };
  } catch {
    return null;
  }
}

function timeOf(process: number): number {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
  // After the name, which may hold anything: state, then 10 numbers, then user and system time.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tickMs;
}

/** What each process used in between (ms), and which share of the machine others had meanwhile. */
export function between(before: Account | null, after: Account | null): { usedMs: number[]; foreign: number } | null {
  if (before === null || after === null) return null;
  const usedMs = after.processMs.map((time, index) => time - (before.processMs[index] ?? 0));
  const ours = usedMs.reduce((sum, each) => sum + each, 0);
  const foreign = (after.machineMs - before.machineMs - ours) / ((after.at - before.at) * cpus().length);
  return { usedMs, foreign: Math.max(0, foreign) };
}
