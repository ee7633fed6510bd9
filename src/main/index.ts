/**
 * The desktop program’s entry. main has hosts (Electron, and a browser for where Electron is not), runtime (opens the features and puts them
 * together), a folder for each feature with its face in index.ts, db (what is stored, and one commit for all of it) and base.
 * An arrow goes from each of these to those after it. Tests: tests/unit, tests/contract/electron-entry.test.ts.
 */

import { join } from 'node:path';
import { app } from 'electron';
import { ownArguments } from './hosts/electron/command-line.ts';
import { beforeReady, start } from './hosts/electron/start.ts';

const out = join(import.meta.dirname, '..');

if (!beforeReady()) {
  // It prints the reason and ends by itself.
} else if (ownArguments(process.argv.slice(1)).check) {
  // Beside a counter that runs: it opens no window, and looks at the database without writing.
  void check();
} else if (app.requestSingleInstanceLock()) {
  void start({
    page: join(out, 'renderer'),
    preload: join(out, 'preload', 'index.cjs'),
    displayPreload: join(out, 'preload', 'display.cjs'),
    icon: join(out, '..', 'resources', 'icon.png'),
    notices: join(out, 'legal', 'notices.txt'),
  });
} else {
  // A second copy shows the first one's window and ends; two would write into one journal.
  app.quit();
}

/** Not awaited: Electron is not ready before this file has ended. */
async function check(): Promise<void> {
  const { checkAndEnd } = await import('./hosts/electron/open-counter.ts');
  await checkAndEnd();
}
