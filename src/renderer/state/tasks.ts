import { create } from 'zustand';
import type { FileTask } from '../../shared/contract/files.ts';

interface Tasks {
  byId: Readonly<Record<string, FileTask>>;
}

/** File tasks, running and ended. */
export const useTasks = create<Tasks>(() => ({ byId: {} }));

/** Stores a task from an answer or an event. A task that has ended does not run again because an older version came late. */
export function mergeTask(task: FileTask): void {
  useTasks.setState(({ byId }) => {
    const known = byId[task.id];
    if (known && known.state !== 'running' && task.state === 'running') return {};
    return { byId: { ...byId, [task.id]: task } };
  });
}
