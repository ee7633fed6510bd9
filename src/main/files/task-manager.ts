import { basename, dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { FileTask } from '../../shared/contract/exports.ts';
import { randomUuid, type System } from '../base/system.ts';

/** What the UI is told at most that often. */
const publishIntervalMs = 150;
/** What was begun is remembered that far. */
const most = 20;

export type TaskEnd = Pick<FileTask, 'state' | 'reason' | 'fetch'> & { rows?: number };

/** What is to be made; `path` is null where no file comes out of it. */
export interface TaskStart extends Pick<FileTask, 'kind' | 'format'> {
  path: string | null;
}

export interface TaskHooks {
  id: string;
  /** aborted when nobody wants it any more */
  signal: AbortSignal;
  progress(now: Pick<FileTask, 'done' | 'total' | 'rows'>): void;
}

/** What is made beside selling: one at a time, told of while it goes on, given up on demand and with the program. */
export interface TaskManager {
  /** newest first */
  list(): FileTask[];
  get(id: string): FileTask | null;
  isBusy(): boolean;
  /** Why nothing can be begun now; null: it can. */
  whyNot(): Result<never> | null;
  /** Answers at once, `whyNot` where that is something; `work` never rejects. */
  begin(what: TaskStart, work: (hooks: TaskHooks) => Promise<TaskEnd>): Result<{ task: FileTask }>;
  /** Resolves when it has ended, one way or another; null: there is no such task. */
  cancel(id: string): Promise<FileTask | null>;
  /** Gives up what runs, and begins nothing before `work` is done: for the time in which no database is open. */
  without<T>(work: () => Promise<T>): Promise<T>;
  /** the same for good */
  stop(): Promise<void>;
}

export function createTaskManager(
  { clock, random }: Pick<System, 'clock' | 'random'>,
  publish: (event: KonterEvent) => void,
): TaskManager {
  const tasks = new Map<string, FileTask>();
  let running: { id: string; given: AbortController; ended: Promise<void> } | null = null;

  const set = (id: string, change: Partial<FileTask>, told = true): void => {
    const before = tasks.get(id);
    if (!before) return;
    const task = { ...before, ...change };
    tasks.set(id, task);
    if (told) publish({ type: 'task', task });
  };

  /** for how many nothing may be begun now */
  let held = 0;
  const whyNot = (): Result<never> | null => {
    if (held > 0) return fail('internal', 'The counter is stopping or opening again.', { reason: 'closing' });
    return running ? fail('not_allowed', 'Another file is being made.', { reason: 'task_running' }) : null;
  };
  const stop = async (): Promise<void> => {
    held += 1;
    running?.given.abort();
    await running?.ended;
  };

  return {
    list: () => [...tasks.values()].toReversed(),
    get: (id) => tasks.get(id) ?? null,
    isBusy: () => running !== null,
    whyNot,
    begin({ kind, format, path }, work) {
      const refusal = whyNot();
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
      if (tasks.size > most && !oldest.done) tasks.delete(oldest.value);
      const given = new AbortController();
      let toldAt = clock.monotonic();
      const run = async (): Promise<void> => {
        const { rows: written, ...end } = await work({
          id,
          signal: given.signal,
          progress({ done, total, rows }) {
            const publishNow = clock.monotonic() - toldAt >= publishIntervalMs;
            if (publishNow) toldAt = clock.monotonic();
            set(id, { done, total, rows }, publishNow);
          },
        });
        running = null;
        set(id, { ...end, ...(written === undefined ? {} : { rows: written }) });
      };
      running = { id, given, ended: run() };
      return ok({ task });
    },
    async cancel(id) {
      if (running?.id === id) {
        const { given, ended } = running;
        given.abort();
        await ended;
      }
      return tasks.get(id) ?? null;
    },
    async without(work) {
      try {
        await stop();
        return await work();
      } finally {
        held -= 1;
      }
    },
    stop,
  };
}
