import { z } from 'zod';
import { hasScreen } from '../src/main/hosts/browser/open-address.ts';
import { StartArguments, startOptions } from '../src/main/hosts/browser/start-arguments.ts';
import { parseCommandLine } from '../src/main/hosts/command-line.ts';
import { buildIfNeeded } from './build.ts';
import {
  electronRuntime,
  installElectron,
  openElectron,
  recentDownloadFailure,
  recordDownload,
} from './electron-runtime.ts';
import { say } from './project.ts';
import { forbidCoreDumps, startBrowser } from './start-browser.ts';

const StartCommand = StartArguments.extend({
  'fetch-electron': z.boolean().default(false),
  positionals: z.array(z.string().startsWith('-', { error: ({ input }) => `Unexpected argument '${String(input)}'` })),
});
type StartCommand = z.infer<typeof StartCommand>;

const usage = `npm start -- [--data-dir DIR] [--settings FILE] [--office] [--port N] [--no-open] [--fetch-electron] [-- SWITCH ...]

Opens the counter: in Electron, or in a browser where Electron does not run.
  --data-dir DIR   where the counter keeps its data
  --settings FILE  settings for many counters
  --office         as the office of a shop, which follows its counters and sells nothing
  --port N         of the counter for the browser; 0 is any free one
  --no-open        opens no browser
  --fetch-electron tries the download of Electron's runtime again, within a day of a failed one
Switches after -- are Chromium's, for Electron.`;

/** Opens the desktop counter where that is possible, and otherwise says why not and opens the one for the browser. */
async function start(args: StartCommand, argv: readonly string[]): Promise<void> {
  await forbidCoreDumps();
  const hindrance = await startElectron(argv, args['fetch-electron']);
  if (hindrance === null) return;
  say(`${hindrance} Opening Konter for the browser instead.`);
  await startBrowser(args);
}

/** Null when Electron ran (the exit code is its own); else the sentence that says why it did not. */
async function startElectron(argv: readonly string[], fetchesAgain: boolean): Promise<string | null> {
  if (!hasScreen()) return 'There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set).';
  if (electronRuntime() === null) {
    const failedAt = fetchesAgain ? null : recentDownloadFailure();
    if (failedAt !== null) {
      return `Electron’s runtime could not be fetched at ${failedAt.toLocaleString('sv')}; "npm start -- --fetch-electron" tries again before a day is over.`;
    }
    say('Electron’s runtime is not here yet; fetching it (about 120 MB) ...');
    await installElectron();
    await recordDownload(electronRuntime() !== null);
  }
  const runtime = electronRuntime();
  if (runtime === null) return 'Electron’s runtime is not here and could not be fetched.';
  if (await buildIfNeeded('pages')) say('Built the pages.');
  if (await buildIfNeeded('electron')) say('Built the desktop parts.');
  const ended = await openElectron(runtime, argv);
  if (ended.kind === 'not_started') return `Electron does not run here (${ended.reason}).`;
  process.exitCode = ended.code;
  return null;
}

const args = parseCommandLine({
  usage,
  allowPositionals: true,
  options: { ...startOptions, 'fetch-electron': { type: 'boolean' } },
  schema: StartCommand,
});
await start(
  args,
  process.argv.slice(2).filter((argument) => argument !== '--' && argument !== '--fetch-electron'),
);
