import { readdirSync, readFileSync } from 'node:fs';
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

/** Of a process, those it has started, and those of them that ended. */
function timeOf(process: number): number {
  const below = readdirSync('/proc').flatMap((name) => {
    const one = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    return one ? [one] : [];
  });
  const sum = (pid: number): number =>
    below
      .filter((one) => one.pid === pid || one.parent === pid)
      .reduce((total, one) => total + (one.pid === pid ? one.ticks * tickMs : sum(one.pid)), 0);
  return sum(process);
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: state, parent; from the 12th on its user and system time, and its children's.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/** What each process used in between (ms), and which share of the machine others had meanwhile. */
export function between(before: Account | null, after: Account | null): { usedMs: number[]; foreign: number } | null {
  if (before === null || after === null) return null;
  const usedMs = after.processMs.map((time, index) => time - (before.processMs[index] ?? 0));
  const ours = usedMs.reduce((sum, each) => sum + each, 0);
  const foreign = (after.machineMs - before.machineMs - ours) / ((after.at - before.at) * cpus().length);
  return { usedMs, foreign: Math.max(0, foreign) };
}
