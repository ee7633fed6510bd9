import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives the calling thread the lowest CPU priority of the program, so that selling comes first. Linux only, where a thread has
 * its own priority; elsewhere the pauses between its steps have to suffice.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // "PID/task/TID" of the reading thread.
    const thread = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1]);
    if (Number.isInteger(thread)) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // Without /proc, or without the right to it, the thread keeps its priority.
  }
}
