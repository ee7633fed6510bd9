import { z } from 'zod';
import { BackupError, BackupFile } from '../../shared/contract/backups.ts';
import { VerifyReport } from '../../shared/contract/journal.ts';
import { Erasure } from '../../shared/domain/erasure.ts';
import { timeoutSignal } from '../base/async.ts';
import type { System } from '../base/system.ts';
import { CancelledError, callOnce, WorkerError } from '../base/worker-pool.ts';

/** Why a backup must not be restored. */
const refusals = [
  'copy_damaged',
  'newer',
  'training',
  'other_counter',
  'passphrase_missing',
  'wrong_passphrase',
] as const;
export type Refusal = (typeof refusals)[number];

/** Tasks that read whole databases, in a thread of their own beside selling. */
export const Task = z.discriminatedUnion('task', [
  z.object({
    task: z.literal('copy'),
    database: z.string(),
    folder: z.string(),
    makeFolder: z.boolean(),
    at: z.iso.datetime(),
    passphrase: z.string().nullish(),
  }),
  z.object({
    task: z.literal('prepare'),
    copy: z.string(),
    head: z.object({ seq: z.int(), hash: z.string() }),
    database: z.string(),
    prepared: z.string(),
    at: z.iso.datetime(),
    passphrase: z.string().nullish(),
  }),
  z.object({
    task: z.literal('clean'),
    database: z.string(),
    /** rewrites the file */
    vacuum: z.boolean(),
    /** databases that restores have replaced */
    replaced: z.array(z.string()),
    erasures: z.array(Erasure),
    customerNo: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  z.object({ task: z.literal('verify'), database: z.string(), keys: z.array(z.string()) }),
]);
export type Task = z.infer<typeof Task>;

export const TaskAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('copied'),
    file: BackupFile,
    tookMs: z.object({ copy: z.number(), check: z.number() }),
  }),
  z.object({ kind: z.literal('not_copied'), error: BackupError, message: z.string() }),
  z.object({ kind: z.literal('prepared') }),
  z.object({ kind: z.literal('cleaned'), done: z.boolean(), unreached: z.array(z.string()) }),
  z.object({ kind: z.literal('not_cleaned'), message: z.string() }),
  z.object({ kind: z.literal('refused'), reason: z.enum(refusals), message: z.string() }),
  z.object({ kind: z.literal('verified'), report: VerifyReport }),
  z.object({ kind: z.literal('not_verified'), message: z.string() }),
  z.object({ kind: z.literal('failed'), error: BackupError, message: z.string() }),
]);
export type TaskAnswer = z.infer<typeof TaskAnswer>;

/** Runs one task in a thread of its own. Rejects with TaskError; the thread then stops as soon as its disk responds. */
export type RunTask = (task: Task, options: { withinMs: number; signal?: AbortSignal }) => Promise<TaskAnswer>;

/** The task did not end in time, or its thread ended without an answer. */
export class TaskError extends Error {
  readonly late: boolean;
  constructor(late: boolean, message: string) {
    super(message);
    this.name = 'TaskError';
    this.late = late;
  }
}

export const createTaskRunner =
  (system: Pick<System, 'clock' | 'workers'>): RunTask =>
  async (task, { withinMs, signal }) => {
    const timeout = timeoutSignal(system.clock, withinMs);
    const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
    if (ends.aborted) throw new TaskError(true, 'there was no time left');
    try {
      // A thread that hangs in a disk operation must not keep the program from ending.
      const options = { signal: ends, graceMs: 0, keepsAlive: false };
      return TaskAnswer.parse(await callOnce(system, 'journal-worker', task, options));
    } catch (error) {
      if (error instanceof CancelledError) throw new TaskError(true, 'the thread took too long');
      throw new TaskError(false, error instanceof WorkerError ? error.reason : 'the thread answered something else');
    }
  };
