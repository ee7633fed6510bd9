import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build.ts';
import { electronRuntime } from '../../scripts/electron-runtime.ts';
import { projectDir } from '../../scripts/project.ts';
import { hasScreen } from '../../scripts/screen.ts';

interface Fixtures {
  /** the desktop program, running on a fresh folder in training mode */
  desktop: ElectronApplication;
  /** its window */
  counterWindow: Page;
}

/** Why the desktop program cannot run here, or null. Never fetches anything. */
function hindrance(): string | null {
  if (electronRuntime() === null) return 'Electron’s runtime is not installed (node node_modules/electron/install.js)';
  return hasScreen() ? null : 'there is no screen (on Linux: xvfb-run)';
}

/** Playwright's `test` with the real desktop program; skips, and says so, where it cannot run. */
export const test = base.extend<Fixtures>({
  desktop: async ({ browserName: _unused }, use, info) => {
    const why = hindrance();
    if (why !== null) console.warn(`SKIPPED, NOT TESTED: "${info.title}": ${why}`);
    base.skip(why !== null, why ?? '');
    await buildIfNeeded('pages');
    await buildIfNeeded('electron');
    const folder = await mkdtemp(join(tmpdir(), 'konter-desktop-'));
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !/^(KONTER|RELAY|SIMULATOR)_/.test(entry[0]),
    );
    const desktop = await _electron.launch({
      executablePath: electronRuntime() ?? '',
      args: [projectDir, `--user-data-dir=${folder}`],
      env: Object.fromEntries(inherited),
      // Without this Playwright takes Chromium's sandbox away on Linux.
      chromiumSandbox: true,
    });
    await use(desktop);
    await desktop.close();
    await rm(folder, { recursive: true, force: true });
  },
  counterWindow: async ({ desktop }, use) => {
    const window = await desktop.firstWindow();
    await window.waitForFunction(() => 'konter' in globalThis);
    await use(window);
  },
});

export { expect } from '@playwright/test';
