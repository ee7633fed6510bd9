import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Has the thread that calls it wait for the processor behind all others of the program: whoever sells comes first. On Linux
 * only, where a thread has a priority of its own; elsewhere the rests between its steps must do.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // "PID/task/TID" of whoever reads it.
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (Number.isInteger(thread)) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // Without /proc, or where it is not allowed, it is one thread among others.
  }
}
