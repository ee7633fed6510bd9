import { basename, dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { FileTask } from '../../shared/contract/files.ts';
import { randomUuid, type System } from '../base/system.ts';

/** Minimum interval between progress events. */
const publishIntervalMs = 150;
const maxTasks = 20;

export type TaskEnd = Pick<FileTask, 'state' | 'reason' | 'fetch'> & { rows?: number };

/** A task to start; `path` is null if it writes no file. */
interface TaskStart extends Pick<FileTask, 'kind' | 'format'> {
  path: string | null;
}

interface TaskHooks {
  id: string;
  /** aborted when the task is cancelled */
  signal: AbortSignal;
  progress(now: Pick<FileTask, 'done' | 'total' | 'rows'>): void;
}

/** Background file tasks: one at a time, with progress events, cancellable, cancelled on exit. */
export interface TaskManager {
  /** newest first */
  list(): FileTask[];
  get(id: string): FileTask | null;
  isBusy(): boolean;
  /** A refusal while a task runs or the counter stops; null otherwise. */
  checkIdle(): Result<never> | null;
  /** Starts a task, or returns the refusal of `checkIdle`. `work` must never reject. */
  begin(start: TaskStart, work: (hooks: TaskHooks) => Promise<TaskEnd>): Result<{ task: FileTask }>;
  /** Resolves when the task has ended; null if there is no such task. */
  cancel(id: string): Promise<FileTask | null>;
  /** Cancels the running task and starts none during `work`, in which no database may be open. */
  pauseDuring<T>(work: () => Promise<T>): Promise<T>;
  /** cancels the running task and starts no other */
  stop(): Promise<void>;
}

export function createTaskManager(
  { clock, random }: Pick<System, 'clock' | 'random'>,
  publish: (event: KonterEvent) => void,
  /** called with the path of a file that was written */
  saved: (path: string) => Promise<void> = async () => undefined,
): TaskManager {
  const tasks = new Map<string, FileTask>();
  let running: { id: string; controller: AbortController; ended: Promise<void> } | null = null;

  const set = (id: string, change: Partial<FileTask>, isPublished = true): void => {
    const before = tasks.get(id);
    if (!before) return;
    const task = { ...before, ...change };
    tasks.set(id, task);
    if (isPublished) publish({ type: 'task', task });
  };

  /** callers that hold back new tasks */
  let holds = 0;
  const checkIdle = (): Result<never> | null => {
    if (holds > 0) return fail('internal', 'The counter is stopping or opening again.', { reason: 'closing' });
    return running ? fail('not_allowed', 'Another file is being made.', { reason: 'task_running' }) : null;
  };
  const stop = async (): Promise<void> => {
    holds += 1;
    running?.controller.abort();
    await running?.ended;
  };

  return {
    list: () => [...tasks.values()].toReversed(),
    get: (id) => tasks.get(id) ?? null,
    isBusy: () => running !== null,
    checkIdle,
    begin({ kind, format, path }, work) {
      const refusal = checkIdle();
      if (refusal) return refusal;
      const id = randomUuid(random);
      const task: FileTask = {
        id,
        kind,
        format,
        state: 'running',
        done: 0,
        total: 0,
        rows: 0,
        reason: null,
        name: path === null ? null : basename(path),
        folder: path === null ? null : dirname(path),
        startedAt: new Date(clock.now()).toISOString(),
        fetch: false,
      };
      tasks.set(id, task);
      const oldest = tasks.keys().next();
      if (tasks.size > maxTasks && !oldest.done) tasks.delete(oldest.value);
      const controller = new AbortController();
      let publishedAt = clock.monotonic();
      const run = async (): Promise<void> => {
        const { rows: written, ...end } = await work({
          id,
          signal: controller.signal,
          progress({ done, total, rows }) {
            const publishNow = clock.monotonic() - publishedAt >= publishIntervalMs;
            if (publishNow) publishedAt = clock.monotonic();
            set(id, { done, total, rows }, publishNow);
          },
        });
        running = null;
        if (path !== null && end.state === 'done') await saved(path);
        set(id, { ...end, ...(written === undefined ? {} : { rows: written }) });
      };
      running = { id, controller, ended: run() };
      return ok({ task });
    },
    async cancel(id) {
      if (running?.id === id) {
        const { controller, ended } = running;
        controller.abort();
        await ended;
      }
      return tasks.get(id) ?? null;
    },
    async pauseDuring(work) {
      try {
        await stop();
        return await work();
      } finally {
        holds -= 1;
      }
    },
    stop,
  };
}
