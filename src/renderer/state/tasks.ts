import { create } from 'zustand';
import type { FileTask } from '../../shared/contract/exports.ts';

interface Tasks {
  byId: Readonly<Record<string, FileTask>>;
}

/** Files that are being made, and those that were, as main last told of them. */
export const useTasks = create<Tasks>(() => ({ byId: {} }));

/** Keeps a task as told, asked or unasked; what has ended does not run again because an older telling came late. */
export function keepTask(task: FileTask): void {
  useTasks.setState(({ byId }) => {
    const known = byId[task.id];
    if (known && known.state !== 'running' && task.state === 'running') return {};
    return { byId: { ...byId, [task.id]: task } };
  });
}
