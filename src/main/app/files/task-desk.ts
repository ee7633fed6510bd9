import type { KonterEvent } from '../../../shared/contract/events.ts';
import type { FileTask } from '../../../shared/contract/exports.ts';
import type { Clock } from '../../ports/clock.ts';

/** What the UI is told at most that often. */
const tellEveryMs = 150;
/** What was begun is remembered that far. */
const most = 20;

export type TaskEnd = Pick<FileTask, 'state' | 'reason' | 'fetch'> & { rows?: number };

export interface TaskHooks {
  /** aborted when nobody wants it any more */
  signal: AbortSignal;
  progress(now: Pick<FileTask, 'done' | 'total' | 'rows'>): void;
}

/** What is made beside selling: one at a time, told of while it goes on, given up on demand and with the program. */
export interface TaskDesk {
  /** newest first */
  list(): FileTask[];
  get(id: string): FileTask | null;
  isBusy(): boolean;
  /** Answers at once; `work` never rejects. */
  start(task: FileTask, work: (hooks: TaskHooks) => Promise<TaskEnd>): FileTask;
  /** Resolves when it has ended, one way or another; null: there is no such task. */
  cancel(id: string): Promise<FileTask | null>;
  /** gives up what runs */
  stop(): Promise<void>;
}

export function createTaskDesk(clock: Clock, tell: (event: KonterEvent) => void): TaskDesk {
  const tasks = new Map<string, FileTask>();
  let running: { id: string; given: AbortController; ended: Promise<void> } | null = null;

  const set = (id: string, change: Partial<FileTask>, told = true): void => {
    const before = tasks.get(id);
    if (!before) return;
    const task = { ...before, ...change };
    tasks.set(id, task);
    if (told) tell({ type: 'task', task });
  };

  return {
    list: () => [...tasks.values()].toReversed(),
    get: (id) => tasks.get(id) ?? null,
    isBusy: () => running !== null,
    start(task, work) {
      tasks.set(task.id, task);
      const oldest = tasks.keys().next();
      if (tasks.size > most && !oldest.done) tasks.delete(oldest.value);
      const given = new AbortController();
      let toldAt = clock.monotonic();
      const run = async (): Promise<void> => {
        const { rows: written, ...end } = await work({
          signal: given.signal,
          progress({ done, total, rows }) {
            const tellNow = clock.monotonic() - toldAt >= tellEveryMs;
            if (tellNow) toldAt = clock.monotonic();
            set(task.id, { done, total, rows }, tellNow);
          },
        });
        running = null;
        set(task.id, { ...end, ...(written === undefined ? {} : { rows: written }) });
      };
      running = { id: task.id, given, ended: run() };
      return task;
    },
    async cancel(id) {
      if (running?.id === id) {
        const { given, ended } = running;
        given.abort();
        await ended;
      }
      return tasks.get(id) ?? null;
    },
    async stop() {
      running?.given.abort();
      await running?.ended;
    },
  };
}
