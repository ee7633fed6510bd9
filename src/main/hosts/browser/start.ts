/** The bundle that `npm run start:browser` runs (scripts/build.ts, "counter"). */

import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { defaultStateDir } from '../../base/data-dir.ts';
import { streamLog } from '../../base/log/file-log.ts';
import { roleOf, unknownRole } from '../../base/role.ts';
import { createApp } from '../../runtime/create-app.ts';
import { managedSettingsPath } from '../../settings/index.ts';
import { pathOf } from '../command-line.ts';
import { defaultDataDir } from './data-dir.ts';
import { openAddress } from './open-address.ts';
import type { BuiltPages } from './pages.ts';
import { type Running, runInBrowser, startErrorText } from './run.ts';
import type { StartArguments } from './start-arguments.ts';

/** The port of a start without --port; another free one is taken when it is not free. */
const usualPort = 4810;

/** What the build made for it, and where the program is described. */
export interface BuiltParts {
  pages: BuiltPages;
  /** the file with the licences of all parts of the program */
  notices: string;
  packageJson: string;
}

/** Serves the counter to a browser on this machine until a signal stops it. Sets the exit code. */
export async function startBrowser(args: StartArguments, built: BuiltParts): Promise<void> {
  try {
    const running = await run(args, built);
    stopOnSignals(running);
    setTimeout(giveBackMemory, giveBackAfterMs).unref();
    say(`Konter is open (${running.mode}). Its address works once; Ctrl+C stops it.`);
    const show = (): void => showAddress(running);
    if (args['no-open']) show();
    else await openAddress({ url: running.startUrl, signedIn: running.signedIn, show });
  } catch (error) {
    say(startErrorText(error));
    process.exitCode = 1;
  }
}

/** The first screen has been answered by then, where a page opens at once. */
const giveBackAfterMs = 1500;

/**
 * Loading the program takes V8 a young generation of 16 MB twice over, which it would keep. What is not used goes back to the system, once:
 * it takes some tens of milliseconds, and V8 takes it again where it needs it.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

async function run(args: StartArguments, { pages, notices, packageJson }: BuiltParts): Promise<Running> {
  const { port, office, settings, 'data-dir': dataDir } = args;
  const role = roleOf(office, process.env);
  if (role === null) throw new Error(unknownRole);
  return runInBrowser({
    createApp,
    stateDir: defaultStateDir(),
    role,
    dataDir: dataDir === undefined ? defaultDataDir(role) : pathOf(dataDir),
    env: process.env,
    fleet: managedSettingsPath(settings === undefined ? undefined : pathOf(settings), process.env),
    port: port ?? usualPort,
    otherPort: port === undefined ? 0 : null,
    notices,
    pages,
    log: streamLog(),
    version: await versionIn(packageJson),
  });
}

const versionIn = async (packageJson: string): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile(packageJson, 'utf8'))).version;

/** To the person at the terminal; stdout is for the line that programs read. */
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** The one line on stdout: the address with its token, for a person or for the program that started this one. */
function showAddress(running: Running): void {
  process.stdout.write(`${JSON.stringify({ url: running.startUrl, mode: running.mode })}\n`);
}

/** A signal comes twice when it is sent to the group and npm hands it on, so only the first one counts. */
function stopOnSignals(running: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    say('Stopping ...');
    try {
      await running.stop();
      process.exit(0);
    } catch (error) {
      say(startErrorText(error));
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

export { readStartArguments } from './start-arguments.ts';
