import type Database from 'better-sqlite3';
import { wallClock } from '../../shared/domain/zone.ts';
import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import { isoNow, type Random } from '../base/system.ts';
import type { Head } from '../db/change.ts';
import { mapDatabaseErrors } from '../db/database-error.ts';
import { diskFiles } from '../db/disk-files.ts';
import { journalId, readMeta } from '../db/metadata.ts';
import { backupHandlers } from './api.ts';
import { type BackupFolder, backupFolder, listBackups } from './catalog.ts';
import {
  handleOlderCursor,
  handleRollback,
  handleShippedHead,
  type KnownHead,
  readHeadFile,
  readKnownHeads,
} from './known-heads.ts';
import { createRestore, finishOrDiscardReplacement, finishReplacement, replacementPaths } from './restore.ts';
import { BackupScheduler } from './scheduler.ts';

type Scheduler = ConstructorParameters<typeof BackupScheduler>[0];

/** Its paths outside the mode's folder. */
type Folders = { folders: { live: { folder: string }; headFile: Scheduler['headFile'] } };

/** How long the program's end waits for a last backup: there is one of the last hour. */
const lastBackupMs = 5000;

/** Where copies go, and the ends of the log that they and the head files know: the live database is compared with them. */
export const knownHeadsFeature = defineFeature({
  async open({ mode, folder, folders, settings, system: { clock } }: ModeContext & Folders): Promise<{
    backups(): BackupFolder;
    listCopies: typeof listBackups;
    seen: SeenHeads | null;
  }> {
    const backups = () => backupFolder(folders.live.folder, settings().backup.folder);
    if (mode === 'training') return { backups, listCopies: listBackups, seen: null };
    const heads = await readKnownHeads(folder, backups(), clock);
    return { backups, listCopies: listBackups, seen: { heads, headFile: folders.headFile, at: isoNow(clock) } };
  },
});

export interface Context extends ModeContext, Folders, Pick<Scheduler, 'db' | 'runTask'> {
  secrets: Secrets;
  backups: Scheduler['folder'];
}

/** The ends of the log that are known outside the database: one that lacks any of them is treated as a restored copy. */
export interface SeenHeads {
  heads: readonly KnownHead[];
  at: string;
  /** where the end of the log is kept outside of the folder, by the database's id; null: nowhere */
  headFile?: ((id: string) => string) | null;
}

/** The relay had acknowledged the mailbox further than to the cursor, or has shipped that event. */
export type Older = { mailbox: string; cursor: string } | { head: Head };

type Live = { folders: { live: { folder: string; database: string } } };

/** A restore that was cut short is finished before anything looks for a database. */
export const replacementFeature = defineFeature({
  start({ folders }: ProgramContext & Live) {
    mapDatabaseErrors(() => finishOrDiscardReplacement(replacementPaths(folders.live.folder), diskFiles));
    return {};
  },
  /** Also one whose files could not be moved when it was decided. */
  open({ mode, folders }: ModeContext & Live) {
    if (mode === 'live') mapDatabaseErrors(() => finishReplacement(replacementPaths(folders.live.folder), diskFiles));
    return {};
  },
});

export interface Program extends ProgramContext, Live {
  folders: Live['folders'] & Folders['folders'];
  secrets: Secrets;
  runTask: Scheduler['runTask'];
  modeSwitcher: { renewLive(meanwhile?: () => void): Promise<void> };
}

export const backupFeature = defineFeature({
  start({ folders, secrets, runTask, modeSwitcher, system, log }: Program) {
    const restore = createRestore({
      runTask,
      places: replacementPaths(folders.live.folder),
      headFile: folders.headFile,
      renewLive: modeSwitcher.renewLive,
      passphrase: () => secrets.read('backupPassphrase'),
      clock: system.clock,
      log,
    });
    return { restore };
  },
  check(db: Database.Database, { random, seen }: { random: Random; seen?: SeenHeads | undefined }) {
    if (!seen) return;
    const outside = seen.headFile ? readHeadFile(seen.headFile(journalId(readMeta(db))), diskFiles) : null;
    handleRollback(db, random, outside ? [...seen.heads, outside] : seen.heads, seen.at);
  },
  /** null in training */
  open({
    mode,
    folders,
    folder,
    backups,
    secrets,
    system,
    settings,
    events,
    statusChanged,
    onClose,
    ...context
  }: Context): {
    backup: BackupScheduler | null;
  } {
    if (mode === 'training') return { backup: null };
    const backup = new BackupScheduler({
      ...context,
      liveFolder: folder,
      headFile: folders.headFile,
      folder: backups,
      encryption: async () => ({
        encrypt: settings().backup.encrypt,
        passphrase: await secrets.read('backupPassphrase').catch(() => null),
      }),
      localTime(at) {
        const { day, time } = wallClock(Date.parse(at), settings().timeZone);
        return `${day}T${time}`;
      },
      clock: system.clock,
      changed: statusChanged,
    });
    events.on('sale', ({ state }) => {
      if (state === 'sending') backup.onSending();
    });
    onClose((last) => (last ? backup.finish(lastBackupMs) : backup.stop()));
    return { backup };
  },
  handlers: backupHandlers,
});

/** The relay reports that the live database is an older copy: it is opened again as one, once for as long as that takes. */
class OlderJournal {
  #isRenewing = false;
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  async renew(notice: Older): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { folders, modeSwitcher, system, log } = this.#program;
    const { database } = folders.live;
    const at = isoNow(system.clock);
    try {
      // Requests in progress are awaited; until then the open counter sells nothing.
      await modeSwitcher.renewLive(() =>
        'head' in notice
          ? handleShippedHead(database, system.random, { ...notice, at })
          : handleOlderCursor(database, system.random, { ...notice, at }),
      );
    } catch (error) {
      log.error('the older journal could not be opened again', { error: String(error) });
    } finally {
      this.#isRenewing = false;
    }
  }
}

export const olderJournalFeature = defineFeature({
  start(program: Program) {
    const older = new OlderJournal(program);
    return { olderJournal: (notice: Older): void => void older.renew(notice) };
  },
});
