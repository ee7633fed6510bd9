import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import { desktopHindrance, launchDesktop } from './launch-desktop.ts';

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
