import { buildIfNeeded } from './build.ts';
import {
  electronRuntime,
  installElectron,
  openElectron,
  recentDownloadFailure,
  recordDownload,
} from './electron-runtime.ts';
import { say } from './say.ts';
import { hasScreen } from './screen.ts';
import { startBrowser } from './start-browser.ts';

/** Tries the download of Electron's runtime again, also within a day of a failed one. */
const fetchOption = '--fetch-electron';

/** Opens the desktop counter where that is possible, and otherwise says why not and opens the one for the browser. */
async function start(given: readonly string[]): Promise<void> {
  const argv = given.filter((argument) => argument !== fetchOption);
  const hindrance = await startElectron(argv, given.includes(fetchOption));
  if (hindrance === null) return;
  say(`${hindrance} Opening Konter for the browser instead.`);
  await startBrowser(argv);
}

/** Null when Electron ran (the exit code is its own); else the sentence that says why it did not. */
async function startElectron(argv: readonly string[], fetchesAgain: boolean): Promise<string | null> {
  if (!hasScreen()) return 'There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set).';
  if (electronRuntime() === null) {
    const failedAt = fetchesAgain ? null : await recentDownloadFailure();
    if (failedAt !== null) {
      return `Electron’s runtime could not be fetched at ${failedAt.toLocaleString('sv')}; "npm start -- ${fetchOption}" tries again before a day is over.`;
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

await start(process.argv.slice(2));
