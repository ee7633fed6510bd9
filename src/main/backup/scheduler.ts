import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BackupError, BackupFile, BackupState } from '../../shared/contract/backups.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import { type RunTask, TaskError } from '../db/database-tasks.ts';
import { diskFiles } from '../db/disk-files.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type BackupFolder, backupError, listBackups, pruneBackups } from './catalog.ts';
import { headPath, writeHeadFile } from './known-heads.ts';

const minuteMs = 60_000;
const intervalMs = 60 * minuteMs;
const retryMs = 5 * minuteMs;
/** Enough for a slow drive and a million receipts; a backup that takes longer is cancelled. */
const maxBackupMs = 30 * minuteMs;
/** A folder that does not answer (a network drive) is abandoned after this time. */
const maxStopMs = 3000;

interface SchedulerDeps {
  journal: Pick<SalesStore, 'head' | 'terminal' | 'id'>;
  journalPath: string;
  liveFolder: string;
  /** where the journal's head is also kept, by the journal's id */
  headFile: ((id: string) => string) | null;
  folder(): BackupFolder;
  /** whether backups are encrypted; the passphrase is null where there is none, or it cannot be read now */
  encryption(): Promise<{ encrypt: boolean; passphrase: string | null }>;
  /** "YYYY-MM-DDTHH:mm:ss" in the shop's time zone */
  localTime(at: string): string;
  clock: Clock;
  runTask: RunTask;
  log: Log;
  changed(): void;
}

type BackupResult = { kind: 'copied'; file: BackupFile } | { kind: 'not_copied'; error: BackupError };

/** Backs up the journal hourly while it changes, and keeps its head in the head file. */
export interface BackupScheduler {
  state(): BackupState;
  folder(): BackupFolder;
  /** makes a backup now, or waits for the one in progress */
  make(): Promise<BackupResult>;
  /** makes a last backup if one is due, within this time; then stops */
  finish(withinMs: number): Promise<void>;
  /** cancels a backup in progress, and resolves when the database is read no more, after 3 s at the latest */
  stop(): Promise<void>;
}

export function createBackupScheduler(deps: SchedulerDeps): BackupScheduler {
  const { journal, clock, log, folder } = deps;
  const state: BackupState = { lastAt: null, lastVerifiedAt: null, error: null };
  const ending = new AbortController();
  let running: { to: string; copied: Promise<BackupResult> } | null = null;
  let nextAt = clock.monotonic() + minuteMs;
  let headSeq = -1;
  /** the schedule's own work that is under way */
  let looking: Promise<unknown> = Promise.resolve();
  /** the database may be closed: nothing of it is read any more */
  let isOver = false;

  const keepHead = async (): Promise<void> => {
    if (isOver) return;
    try {
      const head = await journal.head();
      if (head.seq === headSeq) return;
      writeHeadFile(headPath({ folder: deps.liveFolder }), { ...head, terminal: journal.terminal }, diskFiles);
      const outside = deps.headFile?.(journal.id);
      if (outside !== undefined) {
        mkdirSync(dirname(outside), { recursive: true, mode: 0o700 });
        writeHeadFile(outside, { ...head, terminal: journal.terminal }, diskFiles);
      }
      headSeq = head.seq;
    } catch (error) {
      log.warn('cannot write the head of the journal', {
        fault: errorName(error),
      });
    }
  };

  const newest = async (): Promise<BackupFile | null> => {
    const copies = await listBackups(folder().path).catch(() => []);
    // The one with the most events: a backup made while the clock was ahead only seems newer.
    const ours =
      copies
        .filter((copy) => copy.terminal === journal.terminal)
        .toSorted((one, other) => other.events - one.events)[0] ?? null;
    state.lastVerifiedAt = ours?.madeAt ?? null;
    return ours;
  };

  const copy = async (withinMs: number): Promise<BackupResult> => {
    const place = folder();
    const at = new Date(clock.now()).toISOString();
    const outcome = await copyOnce(deps, place, at, withinMs, ending.signal);
    state.lastAt = at;
    state.error = outcome.kind === 'copied' ? null : outcome.error;
    nextAt = clock.monotonic() + (outcome.kind === 'copied' ? intervalMs : retryMs);
    if (outcome.kind === 'copied') {
      await pruneBackups(place.path, journal.terminal, deps.localTime).catch(() =>
        log.warn('cannot remove old backups'),
      );
    }
    if (isOver) return outcome;
    await newest();
    deps.changed();
    return outcome;
  };

  const make = async (withinMs: number): Promise<BackupResult> => {
    // A backup to the previous folder is waited for, and another one made.
    if (running && running.to !== folder().path) await running.copied;
    running ??= {
      to: folder().path,
      copied: copy(withinMs).finally(() => {
        running = null;
      }),
    };
    return running.copied;
  };

  /** Whether events were written since the newest backup. */
  const isDue = async (): Promise<boolean> => {
    const last = await newest();
    if (ending.signal.aborted) return false;
    return last === null || last.events < (await journal.head()).seq;
  };

  const tick = async (): Promise<void> => {
    await keepHead();
    if (running || ending.signal.aborted || clock.monotonic() < nextAt) return;
    nextAt = clock.monotonic() + intervalMs;
    if (await isDue()) await make(maxBackupMs);
  };
  const stopTimer = clock.every(minuteMs, () => {
    looking = Promise.all([looking, tick().catch(() => log.warn('the backup schedule failed'))]);
  });
  void newest().then(() => (isOver ? undefined : deps.changed()));

  const waitFor = async (work: Promise<unknown>, ms: number): Promise<void> => {
    const over = new AbortController();
    await Promise.race([work, clock.sleep(ms, over.signal)]);
    over.abort();
  };

  const stop = async (): Promise<void> => {
    stopTimer();
    ending.abort();
    await waitFor(Promise.allSettled([looking, running?.copied]), maxStopMs);
    await keepHead();
    isOver = true;
  };

  /** The journal may be failing; its data is saved already. */
  const copyIfDue = async (withinMs: number): Promise<void> => {
    try {
      if (await isDue()) await make(withinMs);
    } catch {
      log.warn('cannot make a last backup');
    }
  };

  return {
    state: () => ({ ...state }),
    folder,
    make: () => make(maxBackupMs),
    async finish(withinMs) {
      stopTimer();
      await waitFor(copyIfDue(withinMs), withinMs);
      await stop();
    },
    stop,
  };
}

async function copyOnce(
  { journalPath, encryption, log, runTask }: SchedulerDeps,
  { path, ours }: BackupFolder,
  at: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<BackupResult> {
  try {
    const { encrypt, passphrase } = await encryption();
    if (encrypt && passphrase === null) {
      log.error('backup failed: the passphrase cannot be read');
      return { kind: 'not_copied', error: 'passphrase_missing' };
    }
    const secret = encrypt ? passphrase : null;
    const task = {
      task: 'copy',
      journal: journalPath,
      folder: path,
      makeFolder: ours,
      at,
      passphrase: secret,
    } as const;
    const answer = await runTask(task, { withinMs, signal });
    if (answer.kind === 'copied') {
      const { copy, check } = answer.tookMs;
      log.info('backup made', { copyMs: Math.round(copy), checkMs: Math.round(check) });
      return answer;
    }
    log.error('backup failed', 'error' in answer ? { error: answer.error } : {});
    return { kind: 'not_copied', error: 'error' in answer ? answer.error : 'other' };
  } catch (error) {
    const late = error instanceof TaskError && error.late;
    // One that is cancelled because the scheduler stops has not failed.
    if (!signal.aborted) log.error('backup failed', { late });
    return { kind: 'not_copied', error: late ? 'too_slow' : backupError(error, path) };
  }
}
