import { join } from 'node:path';
import type { App, OpenApp } from '../app/app.ts';
import type { Log } from '../ports/log.ts';
import { prepareDataDir } from './data-dir.ts';
import { type BrowserHost, startBrowserHost } from './host.ts';
import { PageFiles } from './page-files.ts';
import { pageSaver } from './page-saver.ts';
import type { BuiltPages } from './pages.ts';
import { PrintJobs } from './print-jobs.ts';
import { secretsFile } from './secrets-file.ts';

export interface RunOptions {
  openApp: OpenApp;
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  /** 0 takes any free one */
  port: number;
  /** where to go when that port is taken; null rejects with EADDRINUSE */
  otherPort: number | null;
  pages: BuiltPages;
  log: Log;
  version: string;
}

export interface Running {
  startUrl: string;
  mode: 'training' | 'live';
  /** Ends the connections first, then the counter, so that nothing new comes in while it saves. */
  stop(): Promise<void>;
}

/** The whole counter in a browser: data folder, secrets, app, host. */
export async function runInBrowser(options: RunOptions): Promise<Running> {
  const { dataDir, env, log, version } = options;
  await prepareDataDir(dataDir);
  const secrets = secretsFile(join(dataDir, 'secrets.json'), log);
  const printJobs = new PrintJobs();
  const files = new PageFiles(dataDir, printJobs);
  const app = await options.openApp({
    dataDir,
    env,
    secrets,
    printer: printJobs,
    saver: pageSaver(printJobs),
    places: files,
    log,
    version,
  });
  try {
    const host = await listen(options, app, printJobs, files);
    return {
      startUrl: host.startUrl,
      mode: app.mode(),
      stop: async () => {
        await host.close();
        await app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function listen(options: RunOptions, app: App, printJobs: PrintJobs, files: PageFiles): Promise<BrowserHost> {
  const { log, pages, port, otherPort } = options;
  try {
    return await startBrowserHost({ app, printJobs, files, log, port, pages });
  } catch (error) {
    if (otherPort === null || !isTaken(error)) throw error;
    log.warn('the usual port is taken', { port });
    return startBrowserHost({ app, printJobs, files, log, port: otherPort, pages });
  }
}

/** Somebody else listens on the port. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
