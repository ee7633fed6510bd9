import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BackupError, BackupFile, BackupState } from '../../shared/contract/backups.ts';
import type { Clock, Log } from '../base/system.ts';
import { diskFiles } from '../db/disk-files.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { runTask, WorkerTaskError } from '../db/worker/run-task.ts';
import { backupError } from './backup-error.ts';
import type { BackupFolder } from './backup-folder.ts';
import { listCopies, pruneCopies } from './catalog.ts';
import { writeHeadFile } from './known-heads.ts';
import { headPath } from './replace-database.ts';

const minuteMs = 60_000;
const everyMs = 60 * minuteMs;
const afterErrorMs = 5 * minuteMs;
/** A slow stick and a million receipts; a copy that takes longer is given up. */
const longestMs = 30 * minuteMs;
/** A folder that does not answer (a network drive) is left behind after that long. */
const hangingMs = 3000;

export interface SchedulerDeps {
  journal: Pick<SalesStore, 'head' | 'terminal' | 'id'>;
  journalPath: string;
  liveFolder: string;
  /** where the end of the log is kept as well, by the journal's id */
  headFile: ((id: string) => string) | null;
  folder(): BackupFolder;
  /** whether copies are to be encrypted; the passphrase is null where there is none, or it cannot be read now */
  encryption(): Promise<{ encrypt: boolean; passphrase: string | null }>;
  /** "YYYY-MM-DDTHH:mm:ss" on the shop's clock */
  localTime(at: string): string;
  clock: Clock;
  log: Log;
  changed(): void;
}

export type Copied = { kind: 'copied'; file: BackupFile } | { kind: 'not_copied'; error: BackupError };

/** Copies the journal each hour while somebody sells, and remembers beside it how far it is. */
export interface BackupScheduler {
  state(): BackupState;
  folder(): BackupFolder;
  /** a copy now; one that is being made is waited for, and counts */
  make(): Promise<Copied>;
  /** the last one, of what is not in a copy yet, if that takes no longer than this; ends the keeping */
  finish(withinMs: number): Promise<void>;
  /** ends the keeping at once; a copy that is being made is given up */
  stop(): Promise<void>;
}

export function createBackupScheduler(parts: SchedulerDeps): BackupScheduler {
  const { journal, clock, log, folder } = parts;
  const state: BackupState = { lastAt: null, lastVerifiedAt: null, error: null };
  const ending = new AbortController();
  let running: { to: string; copied: Promise<Copied> } | null = null;
  let nextAt = clock.monotonic() + minuteMs;
  let headSeq = -1;

  const keepHead = async (): Promise<void> => {
    try {
      const head = await journal.head();
      if (head.seq === headSeq) return;
      writeHeadFile(headPath({ folder: parts.liveFolder }), { ...head, terminal: journal.terminal }, diskFiles);
      const outside = parts.headFile?.(journal.id);
      if (outside !== undefined) {
        mkdirSync(dirname(outside), { recursive: true, mode: 0o700 });
        writeHeadFile(outside, { ...head, terminal: journal.terminal }, diskFiles);
      }
      headSeq = head.seq;
    } catch (error) {
      log.warn('the end of the log could not be remembered', {
        fault: error instanceof Error ? error.name : 'unknown',
      });
    }
  };

  const newest = async (): Promise<BackupFile | null> => {
    const copies = await listCopies(folder().path).catch(() => []);
    // The one that holds most: made while the clock ran ahead, an older one would seem to be newer.
    const ours =
      copies
        .filter((copy) => copy.terminal === journal.terminal)
        .toSorted((one, other) => other.events - one.events)[0] ?? null;
    state.lastVerifiedAt = ours?.madeAt ?? null;
    return ours;
  };

  const copy = async (withinMs: number): Promise<Copied> => {
    const place = folder();
    const at = new Date(clock.now()).toISOString();
    const outcome = await copyOnce(parts, place, at, withinMs, ending.signal);
    state.lastAt = at;
    state.error = outcome.kind === 'copied' ? null : outcome.error;
    nextAt = clock.monotonic() + (outcome.kind === 'copied' ? everyMs : afterErrorMs);
    if (outcome.kind === 'copied') {
      await pruneCopies(place.path, journal.terminal, parts.localTime).catch(() =>
        log.warn('old copies could not be taken away'),
      );
    }
    await newest();
    parts.changed();
    return outcome;
  };

  const make = async (withinMs: number): Promise<Copied> => {
    // One that goes where copies went before is waited for, and another one made.
    if (running && running.to !== folder().path) await running.copied;
    running ??= {
      to: folder().path,
      copied: copy(withinMs).finally(() => {
        running = null;
      }),
    };
    return running.copied;
  };

  /** Whether something was written since the newest copy. */
  const isDue = async (): Promise<boolean> => {
    const last = await newest();
    return last === null || last.events < (await journal.head()).seq;
  };

  const tick = async (): Promise<void> => {
    await keepHead();
    if (running || clock.monotonic() < nextAt) return;
    nextAt = clock.monotonic() + everyMs;
    if (await isDue()) await make(longestMs);
  };
  const stopTimer = clock.every(minuteMs, () => {
    tick().catch(() => log.warn('the copies could not be looked after'));
  });
  void newest().then(parts.changed);

  const waitFor = async (work: Promise<unknown>, ms: number): Promise<void> => {
    const over = new AbortController();
    await Promise.race([work, clock.sleep(ms, over.signal)]);
    over.abort();
  };

  const stop = async (): Promise<void> => {
    stopTimer();
    ending.abort();
    await waitFor(running?.copied ?? Promise.resolve(), hangingMs);
    await keepHead();
  };

  /** The journal may be failing: what can be saved of it is saved already. */
  const copyIfDue = async (withinMs: number): Promise<void> => {
    try {
      if (await isDue()) await make(withinMs);
    } catch {
      log.warn('no last copy could be made');
    }
  };

  return {
    state: () => ({ ...state }),
    folder,
    make: () => make(longestMs),
    async finish(withinMs) {
      stopTimer();
      await waitFor(copyIfDue(withinMs), withinMs);
      await stop();
    },
    stop,
  };
}

async function copyOnce(
  { journalPath, encryption, log }: SchedulerDeps,
  { path, ours }: BackupFolder,
  at: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<Copied> {
  try {
    const { encrypt, passphrase } = await encryption();
    if (encrypt && passphrase === null) {
      log.error('no copy of the receipts could be made: the passphrase cannot be read');
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
      log.info('the receipts were copied', { copyMs: Math.round(copy), checkMs: Math.round(check) });
      return answer;
    }
    log.error('no copy of the receipts could be made', 'error' in answer ? { error: answer.error } : {});
    return { kind: 'not_copied', error: 'error' in answer ? answer.error : 'other' };
  } catch (error) {
    const late = error instanceof WorkerTaskError && error.late;
    log.error('no copy of the receipts could be made', { late });
    return { kind: 'not_copied', error: late ? 'too_slow' : backupError(error, path) };
  }
}
