import type { UpdateHindrance, UpdateProblem, UpdatesState, UpdateWait } from '../../shared/contract/updates.ts';
import type { Clock, Log } from '../base/system.ts';
import { baseOf, readFeed } from './feed.ts';
import type { Installer, Release } from './installer.ts';
import { checkInstallAllowed, judgeRelease, type Situation } from './update-policy.ts';
import type { UpdatesFile } from './updates-file.ts';

const minuteMs = 60_000;
/** The counter opens first; nobody waits for a look at the server. */
const firstLookMs = 2 * minuteMs;
const everyMs = 6 * 60 * minuteMs;
const lookMs = 20_000;

export interface UpdateParts {
  /** of this program */
  version: string;
  /** or why there is none */
  installer: Installer | UpdateHindrance;
  keys: readonly string[];
  /** the owner's address; null: none is set */
  url(): string | null;
  /** whether a closed day is enough, or a person must ask */
  automatic(): boolean;
  file: UpdatesFile;
  clock: Clock;
  log: Log;
  situation(): Promise<Situation>;
  /** copies the receipts before another program opens them; false: that did not go well */
  copyFirst(): Promise<boolean>;
  changed(state: UpdatesState): void;
}

/** Looks for newer releases, brings them in the background, and puts them in place when that harms nothing. */
export interface Updates {
  state(): Promise<UpdatesState>;
  /** Resolves when the owner's address has answered; a download then goes on by itself. */
  check(): Promise<UpdatesState>;
  /** What stands in the way, null when the program now ends. @param asked by a person */
  install(asked: boolean): Promise<UpdateWait | UpdateProblem | 'none' | null>;
  /** looks and installs no more; a download is left as it is */
  stop(): void;
}

export function createUpdateService(parts: UpdateParts): Updates {
  const { installer, clock, log, file } = parts;
  const hindrance = typeof installer === 'string' ? installer : parts.keys.length === 0 ? 'no_key' : null;
  const ending = new AbortController();
  let phase: UpdatesState['phase'] = 'idle';
  let problem: UpdateProblem | null = null;
  let release: Release | null = null;
  let percent = 0;
  let looking: Promise<void> | null = null;

  /** read once: nobody else writes it */
  const kept = file.read();

  const state = async (): Promise<UpdatesState> => {
    // As it is now, not as it is when the rest is known.
    const seen = {
      version: parts.version,
      hindrance,
      problem,
      phase,
      release: release && { version: release.version, releasedAt: release.releasedAt, notes: release.notes },
      percent,
    };
    const waitsFor = phase === 'waiting' ? await whyItWaits() : null;
    return { ...seen, checkedAt: (await kept).checkedAt, waitsFor };
  };

  const whyItWaits = async (): Promise<UpdateWait | null> => {
    const automatic = parts.automatic();
    return checkInstallAllowed(await parts.situation(), !automatic) ?? (automatic ? null : 'asking');
  };

  const publish = async (): Promise<void> => {
    if (!ending.signal.aborted) parts.changed(await state());
  };

  const now = (next: UpdatesState['phase'], trouble: UpdateProblem | null = null): Promise<void> => {
    phase = next;
    problem = trouble;
    return publish();
  };

  const bring = async (host: Installer, found: Release, base: string): Promise<void> => {
    release = found;
    percent = 0;
    await now('downloading');
    try {
      await host.download(found, base, (share) => {
        const next = Math.floor(share * 100);
        if (next === percent) return;
        percent = next;
        void publish();
      });
      log.info('a newer release is here', { version: found.version });
      await now('waiting');
    } catch (error) {
      log.warn('a release was not brought', { error: error instanceof Error ? error.name : typeof error });
      release = null;
      await now('idle', 'not_downloaded');
    }
  };

  const look = async (): Promise<void> => {
    const url = parts.url();
    if (typeof installer === 'string' || hindrance !== null || url === null || phase !== 'idle') return;
    await now('checking');
    const read = await readFeed(installer, { url, keys: parts.keys, clock, withinMs: lookMs });
    if (read.kind === 'problem') {
      log.warn('no release could be read', { problem: read.problem });
      return await now('idle', read.problem);
    }
    const mine = await kept;
    mine.checkedAt = new Date(clock.now()).toISOString();
    await file.write(mine).catch(() => log.warn('when a release was looked for is not kept'));
    const verdict = judgeRelease(read.release, parts.version, mine.counterId);
    if (verdict !== 'take') return await now('idle');
    void bring(installer, read.release, baseOf(url));
  };

  const check = async (): Promise<UpdatesState> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    await looking;
    return await state();
  };

  const install = async (asked: boolean): ReturnType<Updates['install']> => {
    if (typeof installer === 'string' || phase !== 'waiting') return 'none';
    const why = checkInstallAllowed(await parts.situation(), asked);
    if (why !== null) return why;
    await now('installing');
    if (!(await parts.copyFirst())) {
      await now('waiting', 'not_copied');
      return 'not_copied';
    }
    // Copying takes its time; somebody may have sold meanwhile.
    const late = checkInstallAllowed(await parts.situation(), asked);
    if (late !== null) {
      await now('waiting');
      return late;
    }
    try {
      log.info('the newer release is put in place', { version: release?.version ?? '', asked });
      await installer.install();
      return null;
    } catch (error) {
      // Its file is looked at once more first, which takes seconds; somebody may have sold meanwhile.
      const tooLate = checkInstallAllowed(await parts.situation(), asked);
      if (tooLate !== null) {
        await now('waiting');
        return tooLate;
      }
      log.error('the release was not put in place', { error: error instanceof Error ? error.name : typeof error });
      await now('waiting', 'not_installed');
      return 'not_installed';
    }
  };

  const goOn = async (): Promise<void> => {
    let next = clock.monotonic() + firstLookMs;
    while (!ending.signal.aborted) {
      await clock.sleep(minuteMs, ending.signal);
      if (ending.signal.aborted) return;
      if (clock.monotonic() >= next) {
        next = clock.monotonic() + everyMs;
        await check();
      }
      // What failed once is tried again by a person, not every minute.
      if (parts.automatic() && problem === null) await install(false);
    }
  };
  if (hindrance === null) {
    goOn().catch(() => log.warn('newer releases are no longer looked after'));
  }

  return { state, check, install, stop: () => ending.abort() };
}
