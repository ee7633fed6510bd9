import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { buildIfNeeded } from '../../scripts/build.ts';
import { electronRuntime } from '../../scripts/electron-runtime.ts';
import { projectDir } from '../../scripts/project.ts';
import { hasScreen } from '../../scripts/screen.ts';

/** Why the desktop program cannot run here, or null. Never fetches anything. */
export function desktopHindrance(): string | null {
  if (electronRuntime() === null) return 'Electron’s runtime is not installed (node node_modules/electron/install.js)';
  return hasScreen() ? null : 'there is no screen (on Linux: xvfb-run)';
}

/** The real desktop program on a folder. Settings of the shell it runs in stay out; only `env` is given. */
export async function launchDesktop(folder: string, env: Record<string, string> = {}): Promise<ElectronApplication> {
  await buildIfNeeded('pages');
  await buildIfNeeded('electron');
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(KONTER|RELAY|SIMULATOR)_/.test(entry[0]),
  );
  return _electron.launch({
    executablePath: electronRuntime() ?? '',
    args: [projectDir, `--user-data-dir=${folder}`],
    env: { ...Object.fromEntries(inherited), ...env },
    // Without this Playwright takes Chromium's sandbox away on Linux.
    chromiumSandbox: true,
  });
}

interface Fixtures {
  /** the desktop program, running on a fresh folder in training mode */
  desktop: ElectronApplication;
  /** its window */
  counterWindow: Page;
}

/** Playwright's `test` with the real desktop program; skips, and says why, where it cannot run. */
export const test = base.extend<Fixtures>({
  desktop: async ({ browserName: _unused }, use) => {
    const why = desktopHindrance();
    base.skip(why !== null, why ?? '');
    const folder = await mkdtemp(join(tmpdir(), 'konter-desktop-'));
    const desktop = await launchDesktop(folder);
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
