import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { KonterError, Result } from '../../shared/contract/errors.ts';
import type { FileTask } from '../../shared/contract/files.ts';
import { call } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';
import { toastError } from './toast.ts';

interface Tasks {
  byId: Readonly<Record<string, FileTask>>;
}

/** File tasks, running and ended. */
const useTasks = create<Tasks>(() => ({ byId: {} }));

// Their files are of what one person may see.
dropOnPersonChange(() => useTasks.setState({ byId: {} }));

/** Stores a task from an answer or an event. A task that has ended does not run again because an older version came late. */
export function mergeTask(task: FileTask): void {
  useTasks.setState(({ byId }) => {
    const current = byId[task.id];
    if (current && current.state !== 'running' && task.state === 'running') return {};
    return { byId: { ...byId, [task.id]: task } };
  });
}

/** The task says that its file is there: where the browser does not get it, a person has to know. */
export async function fetchFile(id: string): Promise<void> {
  const answer = await call('exports.fetch', { id });
  toastError(answer.ok ? null : answer.error);
}

/**
 * A file that main makes beside selling, from its start to its end. The browser saves or prints it by itself, as soon as there is
 * something.
 */
export function useFileTask() {
  const [id, setId] = useState<string | null>(null);
  const task = useTasks((state) => (id === null ? null : (state.byId[id] ?? null)));
  const fetchable = task?.state === 'done' && task.fetch ? task.id : null;
  useEffect(() => {
    if (fetchable !== null) void fetchFile(fetchable);
  }, [fetchable]);
  return {
    task,
    running: task?.state === 'running',
    /** follows the task of an answer; answers why there is none */
    follow(answer: Result<{ task: FileTask | null }>): KonterError | null {
      if (!answer.ok) return answer.error;
      if (answer.value.task) {
        mergeTask(answer.value.task);
        setId(answer.value.task.id);
      }
      return null;
    },
    forget: () => setId(null),
    async cancel(): Promise<void> {
      if (id === null) return;
      const answer = await call('exports.cancel', { id });
      if (answer.ok) mergeTask(answer.value.task);
      else toastError(answer.error);
    },
  };
}
