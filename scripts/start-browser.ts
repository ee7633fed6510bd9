import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type * as host from '../src/main/hosts/browser/start.ts';
import type { StartArguments } from '../src/main/hosts/browser/start-arguments.ts';
import { buildIfNeeded } from './build.ts';
import { built, projectDir, say } from './project.ts';

// Every start of the counter comes here: what the bundle holds, zod say, is not loaded a second time from its sources.

/**
 * A core dump would hold secrets and customers' data. The limit holds for programs started from here too. Where there is no
 * `prlimit` the system's own limit stays.
 */
export const forbidCoreDumps = (): Promise<void> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve();
    execFile('prlimit', ['--pid', String(process.pid), '--core=0:0'], () => resolve());
  });

/** From one file: the sources are eight hundred, whose types would be taken out and whose paths looked up at each start. */
const loadHost = (): Promise<typeof host> => import(built.counter);

/** Builds what is not built yet, and starts the counter for a browser. Sets the exit code. @param parsed null: this process's arguments */
export async function startBrowser(parsed: StartArguments | null): Promise<void> {
  try {
    const forbidden = forbidCoreDumps();
    if (await buildIfNeeded('counter')) say('Built the counter.');
    const { readStartArguments, startBrowser: start } = await loadHost();
    const args = parsed ?? readStartArguments();
    if (await buildIfNeeded('pages')) say('Built the pages.');
    await forbidden;
    await start(args, {
      pages: { renderer: built.renderer, script: built.konterScript, displayScript: built.displayScript },
      notices: built.notices,
      packageJson: join(projectDir, 'package.json'),
    });
  } catch (error) {
    say(`Konter could not be started: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await startBrowser(null);
