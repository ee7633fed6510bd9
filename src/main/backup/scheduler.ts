import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BackupError, BackupFile, BackupState } from '../../shared/contract/backups.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import { type RunTask, TaskError } from '../db/database-tasks.ts';
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
  db: Pick<SalesStore, 'head' | 'terminal' | 'id'>;
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
export class BackupScheduler {
  readonly folder: SchedulerDeps['folder'];
  readonly #deps: SchedulerDeps;
  readonly #state: BackupState = { lastAt: null, lastVerifiedAt: null, error: null };
  readonly #ending = new AbortController();
  readonly #stopTimer: () => void;
  #running: { to: string; copied: Promise<BackupResult> } | null = null;
  #nextAt: number;
  #headSeq = -1;
  /** the schedule's own work that is under way */
  #looking: Promise<unknown> = Promise.resolve();
  /** the database may be closed: nothing of it is read any more */
  #isOver = false;

  constructor(deps: SchedulerDeps) {
    const { clock, log, folder, changed } = deps;
    this.#deps = deps;
    this.folder = folder;
    this.#nextAt = clock.monotonic() + minuteMs;
    this.#stopTimer = clock.every(minuteMs, () =>
      this.#waitAtEndFor(this.#tick().catch(() => log.warn('the backup schedule failed'))),
    );
    void this.#newest().then(() => (this.#isOver ? undefined : changed()));
  }

  state(): BackupState {
    return { ...this.#state };
  }

  /** Makes a backup now, or waits for the one in progress. @param withinMs of one that it makes */
  async make(withinMs = maxBackupMs): Promise<BackupResult> {
    // A backup to the previous folder is waited for, and another one made.
    if (this.#running && this.#running.to !== this.folder().path) await this.#running.copied;
    this.#running ??= {
      to: this.folder().path,
      copied: this.#copy(withinMs).finally(() => {
        this.#running = null;
      }),
    };
    return this.#running.copied;
  }

  /** Stores the head in the head file at once: a folder from before this sale is noticed though the program is killed now. */
  onSending(): void {
    this.#waitAtEndFor(this.#keepHead({ beside: false }));
  }

  /** Makes a last backup if one is due, within this time; then stops. */
  async finish(withinMs: number): Promise<void> {
    this.#stopTimer();
    await this.#waitFor(this.#copyIfDue(withinMs), withinMs);
    await this.stop();
  }

  /** Cancels a backup in progress, and resolves when the database is read no more, after 3 s at the latest. */
  async stop(): Promise<void> {
    this.#stopTimer();
    this.#ending.abort();
    await this.#waitFor(Promise.allSettled([this.#looking, this.#running?.copied]), maxStopMs);
    await this.#keepHead();
    this.#isOver = true;
  }

  #waitAtEndFor(work: Promise<void>): void {
    this.#looking = Promise.all([this.#looking, work]).then(() => undefined);
  }

  async #tick(): Promise<void> {
    const { clock } = this.#deps;
    await this.#keepHead();
    if (this.#running || this.#ending.signal.aborted || clock.monotonic() < this.#nextAt) return;
    this.#nextAt = clock.monotonic() + intervalMs;
    if (await this.#isDue()) await this.make();
  }

  /** @param options.beside also beside the database */
  async #keepHead({ beside } = { beside: true }): Promise<void> {
    if (this.#isOver) return;
    const { db, liveFolder, headFile, log } = this.#deps;
    try {
      const head = await db.head();
      if (head.seq === this.#headSeq) return;
      const seen = { ...head, terminal: db.terminal };
      const outside = headFile?.(db.id);
      if (outside !== undefined) {
        mkdirSync(dirname(outside), { recursive: true, mode: 0o700 });
        await writeHeadFile(outside, seen);
      }
      if (!beside) return;
      await writeHeadFile(headPath({ folder: liveFolder }), seen);
      this.#headSeq = head.seq;
    } catch (error) {
      log.warn('cannot write the head of the journal', {
        fault: errorName(error),
      });
    }
  }

  /** Whether events were written since the newest backup. */
  async #isDue(): Promise<boolean> {
    const last = await this.#newest();
    if (this.#ending.signal.aborted) return false;
    return last === null || last.events < (await this.#deps.db.head()).seq;
  }

  async #newest(): Promise<BackupFile | null> {
    const copies = await listBackups(this.folder().path).catch(() => []);
    // The one with the most events: a backup made while the clock was ahead only seems newer.
    const ours =
      copies
        .filter((copy) => copy.terminal === this.#deps.db.terminal)
        .toSorted((one, other) => other.events - one.events)[0] ?? null;
    this.#state.lastVerifiedAt = ours?.madeAt ?? null;
    return ours;
  }

  async #copy(withinMs: number): Promise<BackupResult> {
    const { db, clock, localTime, log, changed } = this.#deps;
    const place = this.folder();
    const at = new Date(clock.now()).toISOString();
    const outcome = await copyOnce(this.#deps, place, at, withinMs, this.#ending.signal);
    this.#state.lastAt = at;
    this.#state.error = outcome.kind === 'copied' ? null : outcome.error;
    this.#nextAt = clock.monotonic() + (outcome.kind === 'copied' ? intervalMs : retryMs);
    if (outcome.kind === 'copied') {
      await pruneBackups(place.path, db.terminal, localTime).catch(() => log.warn('cannot remove old backups'));
    }
    if (this.#isOver) return outcome;
    await this.#newest();
    changed();
    return outcome;
  }

  /** The journal may be failing; its data is saved already. */
  async #copyIfDue(withinMs: number): Promise<void> {
    try {
      if (await this.#isDue()) await this.make(withinMs);
    } catch {
      this.#deps.log.warn('cannot make a last backup');
    }
  }

  async #waitFor(work: Promise<unknown>, ms: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([work, this.#deps.clock.sleep(ms, over.signal)]);
    over.abort();
  }
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
      database: journalPath,
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
