import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type ErrorReason, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { UpdateHindrance, UpdateProblem, UpdatesState, UpdateWait } from '../../shared/contract/updates.ts';
import { singleFlight } from '../base/async.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import { baseOf, type Installer, type Release, readFeed } from './feed.ts';

/** The counter's activity, as far as an installation could harm it. */
export interface Activity {
  /** requests at the provider */
  sending: number;
  /** outcomes that are only in memory because the disk failed */
  pendingWrites: number;
  /** a backup is being restored or the mode is changing */
  reopening: boolean;
  /** running file tasks */
  tasks: number;
  /** number of the open shift */
  openShift: number | null;
  /** end of the last shift, ms; null if the shop uses no shifts */
  lastClosedAt: number | null;
  /** start of the last sale, ms */
  lastSaleAt: number | null;
  now: number;
}

/** Time after a shift's end for printing its report or opening the next one. */
export const quietMs = 2 * 60_000;

/**
 * Why the release must not be installed now; null if it may. Pending and unknown sales do not matter: they are stored, their
 * webhooks wait at the relay, and the new program continues with them. A request in flight does: its answer would be lost.
 * @param isRequested by a person; otherwise the day must be closed
 */
export function checkInstallAllowed(activity: Activity, isRequested: boolean): UpdateWait | null {
  if (activity.sending > 0) return 'sending';
  if (activity.pendingWrites > 0) return 'pending_writes';
  if (activity.reopening) return 'reopening';
  if (activity.tasks > 0) return 'task';
  if (isRequested) return null;
  if (activity.openShift !== null) return 'shift_open';
  return isDayClosed(activity) ? null : 'day_open';
}

/** Only shifts show that a day is over. A shop without shifts installs by hand. */
function isDayClosed({ lastClosedAt, lastSaleAt, now }: Activity): boolean {
  if (lastClosedAt === null || now - lastClosedAt < quietMs) return false;
  return lastSaleAt === null || lastSaleAt <= lastClosedAt;
}

type Verdict = 'take' | 'not_newer' | 'not_yet';

/**
 * Whether a signed release is for this counter. Older releases are refused: a compromised server could otherwise bring back a
 * fixed fault.
 * @param counterId random and permanent; selects a different share of counters for each release
 */
export function judgeRelease(release: Release, present: string, counterId: string): Verdict {
  if (!isNewer(release.version, present)) return 'not_newer';
  return rolloutPosition(counterId, release.version) < release.stagedPercent ? 'take' : 'not_yet';
}

/** 0 to 99.99, uniform over the counters. */
function rolloutPosition(counterId: string, version: string): number {
  return createHash('sha256').update(`${counterId}\n${version}`).digest().readUInt16BE(0) / 655.36;
}

/** Compares versions of three numbers; a suffix of the present version (a test version) is ignored. */
export function isNewer(version: string, present: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.+-]/, 3).map(Number);
  const [ours, theirs] = [numbers(present), numbers(version)];
  const differs = theirs.findIndex((number, index) => number !== ours[index]);
  return differs !== -1 && (theirs[differs] ?? 0) > (ours[differs] ?? 0);
}

const SavedState = z.object({
  /** random; decides when this counter takes a staged release; never sent anywhere */
  counterId: z.string().regex(/^[0-9a-f]{32}$/),
  /** last successful download of the feed */
  checkedAt: z.iso.datetime().nullable(),
});
type SavedState = z.infer<typeof SavedState>;

/** updates.json in the data folder. */
interface UpdatesFile {
  read(): Promise<SavedState>;
  write(state: SavedState): Promise<void>;
}

/** A missing or unreadable file is replaced by a new one. */
export function updatesFile(path: string, newId: () => string): UpdatesFile {
  const file = jsonFile(path, SavedState);
  return { ...file, read: async () => (await file.read()) ?? { counterId: newId(), checkedAt: null } };
}

const minuteMs = 60_000;
/** Delay of the first check, so that it does not slow down the start. */
const firstCheckMs = 2 * minuteMs;
const checkIntervalMs = 6 * 60 * minuteMs;
const feedTimeoutMs = 20_000;

export interface UpdateDeps {
  /** of the running program */
  version: string;
  /** or the reason why there is none */
  installer: Installer | UpdateHindrance;
  keys: readonly string[];
  /** the owner's address; null if none is set */
  url(): string | null;
  /** whether to install after a closed day without being asked */
  automatic(): boolean;
  file: UpdatesFile;
  clock: Clock;
  log: Log;
  activity(): Promise<Activity>;
  /** makes a backup before the new program opens the database; false if that failed */
  backUp(): Promise<boolean>;
  changed(state: UpdatesState): void;
}

/** Checks for newer releases, downloads them in the background, and installs them when that is safe. */
export class UpdateService {
  readonly #deps: UpdateDeps;
  readonly #hindrance: UpdateHindrance | null;
  readonly #ending = new AbortController();
  /** read once: no other process writes it */
  readonly #saved: Promise<SavedState>;
  readonly #readRelease = singleFlight(() => this.#readFeed());
  #phase: UpdatesState['phase'] = 'idle';
  #problem: UpdateProblem | null = null;
  #release: Release | null = null;
  #percent = 0;

  constructor(deps: UpdateDeps) {
    const { installer, keys, file, log } = deps;
    this.#deps = deps;
    this.#hindrance = typeof installer === 'string' ? installer : keys.length === 0 ? 'no_key' : null;
    this.#saved = file.read();
    if (this.#hindrance === null) {
      this.#runSchedule().catch(() => log.warn('the update schedule stopped'));
    }
  }

  async state(): Promise<UpdatesState> {
    const release = this.#release;
    // A snapshot from before the await below.
    const snapshot = {
      version: this.#deps.version,
      hindrance: this.#hindrance,
      problem: this.#problem,
      phase: this.#phase,
      release: release && { version: release.version, releasedAt: release.releasedAt, notes: release.notes },
      percent: this.#percent,
    };
    const waitsFor = this.#phase === 'waiting' ? await this.#waitReason() : null;
    return { ...snapshot, checkedAt: (await this.#saved).checkedAt, waitsFor };
  }

  /** Resolves when the feed was read; a download continues in the background. */
  async check(): Promise<UpdatesState> {
    await this.#readRelease();
    return await this.state();
  }

  /** @returns why it is not installed, or null if the program is now quitting. @param isRequested by a person */
  async install(isRequested: boolean): Promise<UpdateWait | UpdateProblem | 'none' | null> {
    const { installer, log, activity, backUp } = this.#deps;
    if (typeof installer === 'string' || this.#phase !== 'waiting') return 'none';
    const why = checkInstallAllowed(await activity(), isRequested);
    if (why !== null) return why;
    await this.#setPhase('installing');
    if (!(await backUp())) {
      await this.#setPhase('waiting', 'not_copied');
      return 'not_copied';
    }
    // Copying takes time, and a sale may have begun meanwhile.
    const late = checkInstallAllowed(await activity(), isRequested);
    if (late !== null) {
      await this.#setPhase('waiting');
      return late;
    }
    try {
      log.info('the newer release is put in place', { version: this.#release?.version ?? '', isRequested });
      await installer.install();
      return null;
    } catch (error) {
      // Verifying the file takes seconds; a sale may have begun in the meantime.
      const tooLate = checkInstallAllowed(await activity(), isRequested);
      if (tooLate !== null) {
        await this.#setPhase('waiting');
        return tooLate;
      }
      log.error('the update was not installed', { error: errorName(error) });
      await this.#setPhase('waiting', 'not_installed');
      return 'not_installed';
    }
  }

  /** Stops checking and installing; a running download continues. */
  stop(): void {
    this.#ending.abort();
  }

  async #runSchedule(): Promise<void> {
    const { clock, automatic } = this.#deps;
    const { signal } = this.#ending;
    let next = clock.monotonic() + firstCheckMs;
    while (!signal.aborted) {
      await clock.sleep(minuteMs, signal);
      if (signal.aborted) return;
      if (clock.monotonic() >= next) {
        next = clock.monotonic() + checkIntervalMs;
        await this.check();
      }
      // After a failure only a person tries again.
      if (automatic() && this.#problem === null) await this.install(false);
    }
  }

  async #readFeed(): Promise<void> {
    const { installer, keys, clock, log, file, version } = this.#deps;
    const url = this.#deps.url();
    if (typeof installer === 'string' || this.#hindrance !== null || url === null || this.#phase !== 'idle') return;
    await this.#setPhase('checking');
    const read = await readFeed(installer, { url, keys, clock, timeoutMs: feedTimeoutMs });
    if (read.kind === 'problem') {
      log.warn('the update feed could not be read', { problem: read.problem });
      return await this.#setPhase('idle', read.problem);
    }
    const mine = await this.#saved;
    mine.checkedAt = new Date(clock.now()).toISOString();
    await file.write(mine).catch(() => log.warn('the time of the update check could not be stored'));
    const verdict = judgeRelease(read.release, version, mine.counterId);
    if (verdict !== 'take') return await this.#setPhase('idle');
    void this.#download(installer, read.release, baseOf(url));
  }

  async #download(host: Installer, release: Release, base: string): Promise<void> {
    const { log } = this.#deps;
    this.#release = release;
    this.#percent = 0;
    await this.#setPhase('downloading');
    try {
      await host.download(release, base, (share) => {
        const next = Math.floor(share * 100);
        if (next === this.#percent) return;
        this.#percent = next;
        void this.#publish();
      });
      log.info('an update was downloaded', { version: release.version });
      await this.#setPhase('waiting');
    } catch (error) {
      log.warn('an update could not be downloaded', { error: errorName(error) });
      this.#release = null;
      await this.#setPhase('idle', 'not_downloaded');
    }
  }

  async #waitReason(): Promise<UpdateWait | null> {
    const automatic = this.#deps.automatic();
    return checkInstallAllowed(await this.#deps.activity(), !automatic) ?? (automatic ? null : 'asking');
  }

  #setPhase(next: UpdatesState['phase'], problem: UpdateProblem | null = null): Promise<void> {
    this.#phase = next;
    this.#problem = problem;
    return this.#publish();
  }

  async #publish(): Promise<void> {
    if (!this.#ending.signal.aborted) this.#deps.changed(await this.state());
  }
}

interface UpdateApiDeps {
  updates: UpdateService;
  /** the file with the licences; null if the build has none */
  notices: string | null;
}

/** Why the update is not installed now, as an error's reason. */
const reasonOf: Readonly<Partial<Record<string, ErrorReason>>> = {
  none: 'no_release',
  sending: 'update_sending',
  pending_writes: 'update_pending_write',
  reopening: 'update_busy',
  task: 'update_busy',
  not_copied: 'update_not_copied',
};

/** updates.* and about.* */
export function updateHandlers({ updates, notices }: UpdateApiDeps): HandlersOf<'updates' | 'about'> {
  return {
    'updates.state': async () => ok(await updates.state()),
    'updates.check': async () => ok(await updates.check()),
    async 'updates.install'(): Promise<Result<UpdatesState>> {
      const why = await updates.install(true);
      if (why === null) return ok(await updates.state());
      return fail('not_allowed', 'The newer program is not put in place now.', {
        reason: reasonOf[why] ?? 'update_not_installed',
      });
    },
    async 'about.notices'() {
      const text = notices === null ? null : await readFile(notices, 'utf8').catch(() => null);
      return text === null ? fail('not_found', 'The licences are not built.', { reason: 'no_notices' }) : ok({ text });
    },
  };
}
