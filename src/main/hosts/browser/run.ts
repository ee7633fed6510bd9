import { join } from 'node:path';
import { bothLogs, fileLog } from '../../base/log/file-log.ts';
import type { Role } from '../../base/role.ts';
import { nodeSystem } from '../../base/system/node-system.ts';
import type { Log } from '../../base/system.ts';
import { DatabaseError, type DatabaseErrorKind, isRefusedByDisk } from '../../db/database-error.ts';
import type { SaveOutcome, SlipSaver } from '../../printing/index.ts';
import type { createApp } from '../../runtime/create-app.ts';
import type { ManagedSettingsPath } from '../../settings/index.ts';
import { prepareDataDir, SecretsFileFault, secretsFile } from './data-dir.ts';
import { type BrowserHost, type BrowserHostOptions, type FrontServer, startBrowserHost } from './host.ts';
import { PageFiles, PrintJobs } from './page-files.ts';
import { type BuiltPages, PageDisplay } from './pages.ts';

interface RunOptions {
  createApp: typeof createApp;
  dataDir: string;
  /** see AppOptions */
  role?: Role;
  /** see AppOptions */
  stateDir?: string;
  env: Readonly<Record<string, string | undefined>>;
  /** the possible path of a fleet's settings */
  fleet: ManagedSettingsPath;
  /** 0 takes any free one */
  port: number;
  /** where to go when that port is taken; null rejects with EADDRINUSE */
  otherPort: number | null;
  pages: BuiltPages;
  /** the file with the licences of all parts of the program */
  notices: string;
  log: Log;
  version: string;
  /** for development only */
  front?: FrontServer;
}

export interface Running {
  startUrl: string;
  /** resolves when a page has traded the address's token */
  signedIn: Promise<void>;
  mode: 'training' | 'live';
  /** Ends the connections first, then the counter, so that nothing new comes in while it saves. */
  stop(): Promise<void>;
}

/** The whole counter in a browser: data folder, secrets, app, host. */
export async function runInBrowser(options: RunOptions): Promise<Running> {
  const { dataDir, env, fleet, version } = options;
  await prepareDataDir(dataDir);
  const log = bothLogs(options.log, fileLog(join(dataDir, 'konter.log')));
  const secrets = secretsFile(join(dataDir, 'secrets.json'), log);
  const printJobs = new PrintJobs();
  const files = new PageFiles(dataDir, printJobs);
  const display = new PageDisplay();
  const app = await options.createApp(nodeSystem, {
    dataDir,
    ...(options.role === undefined ? {} : { role: options.role }),
    ...(options.stateDir === undefined ? {} : { stateDir: options.stateDir }),
    env,
    fleet,
    secrets,
    printer: printJobs,
    saver: pageSaver(printJobs),
    fileDialogs: files,
    displayHost: display,
    notices: options.notices,
    log,
    version,
  });
  try {
    // An earlier run's, also of a program that was killed.
    await files.forgetStatements();
    const host = await listen(options, { app, printJobs, files, display });
    return {
      startUrl: host.startUrl,
      signedIn: host.signedIn,
      mode: app.mode(),
      stop: async () => {
        await host.close();
        await app.close();
        await files.forgetStatements();
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

type Parts = Pick<BrowserHostOptions, 'app' | 'printJobs' | 'files' | 'display'>;

async function listen(options: RunOptions, parts: Parts): Promise<BrowserHost> {
  const { log, pages, port, otherPort, front } = options;
  try {
    return await startBrowserHost({ ...parts, log, port, pages, front });
  } catch (error) {
    if (otherPort === null || !isTaken(error)) throw error;
    log.warn('the usual port is taken', { port });
    return startBrowserHost({ ...parts, log, port: otherPort, pages, front });
  }
}

/** Another process listens on the port. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** This host's way to files: the page fetches the slip and saves it with what its browser can do (page/files.ts). */
function pageSaver(jobs: Pick<PrintJobs, 'print'>): SlipSaver {
  return {
    async save({ html, paper }): Promise<SaveOutcome> {
      const outcome = await jobs.print({ saleId: null, copy: 1, html, paper });
      return outcome.kind === 'page' ? outcome : { kind: 'failed', reason: 'no page' };
    },
  };
}

const journalSentences: Readonly<Record<DatabaseErrorKind, string>> = {
  full: 'The disk is full. Make room and start again; nothing was lost.',
  read_only: 'The data folder is not writable.',
  corrupt: 'The receipt log is damaged. Leave the folder as it is, and restore a backup into another one.',
  locked: 'Another Konter has this data folder open.',
  newer:
    'The receipt log was written by a newer Konter; nothing was changed. Start that one, or, if you cannot, restore a backup from before the update.',
  closed: 'The receipt log was closed already.',
  other: 'The receipt log cannot be opened.',
};

/** One sentence for the person who started the counter, and the fault's own words where they help. */
export function startErrorText(error: unknown): string {
  if (error instanceof DatabaseError) return `${journalSentences[error.kind]} (${error.message})`;
  if (error instanceof SecretsFileFault) return error.message;
  if (isRefusedByDisk(error)) return `${journalSentences.read_only} (${error.path})`;
  if (isTaken(error)) return 'The port is taken by another program. Give another one: --port N, or 0 for any.';
  if (error instanceof Error) return `Konter could not be started: ${error.message}`;
  return 'Konter could not be started.';
}
