import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { say } from './say.ts';

/** A browser for the tests: Playwright's own (`path` null, it finds that by itself) or a program of the system. */
export type FoundBrowser = { path: string | null; name: string };

export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** where Playwright would keep its own */
  ownPath: string;
  exists: (path: string) => boolean;
  /** resolves to whether the command ended well */
  run: (command: string, args: readonly string[]) => Promise<boolean>;
}

/** Names on the PATH, in the order of liking. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
  ],
};

/** What to do where none is found and none can be installed. */
export const howToGetOne =
  'No browser for the tests. Run  npx playwright install chromium , or install Chromium or Chrome, ' +
  'or set CHROMIUM_PATH to one.';

/**
 * CHROMIUM_PATH where it is set, else Playwright's own, else the system's; else installs Debian's with apt when root.
 * Null when there is none after all that.
 */
export async function findBrowser(machine: Machine = thisMachine()): Promise<FoundBrowser | null> {
  const found = presentBrowser(machine);
  if (found || !(await installDebians(machine))) return found;
  return presentBrowser(machine);
}

/** The same without installing anything. */
export function presentBrowser(machine: Machine = thisMachine()): FoundBrowser | null {
  const chosen = machine.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') return machine.exists(chosen) ? { path: chosen, name: chosen } : null;
  if (machine.exists(machine.ownPath)) return { path: null, name: 'Playwright’s own Chromium' };
  const folders = machine.platform === 'win32' ? [] : (machine.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = [...onPath, ...(usualPlaces[machine.platform] ?? [])].find((place) => machine.exists(place));
  return path === undefined ? null : { path, name: path };
}

async function installDebians(machine: Machine): Promise<boolean> {
  if (machine.platform !== 'linux' || !machine.isRoot || !machine.exists('/usr/bin/apt-get')) return false;
  say('No browser for the tests is here; installing Debian’s Chromium with apt ...');
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  if (await machine.run('apt-get', install)) return true;
  return (await machine.run('apt-get', ['update'])) && machine.run('apt-get', install);
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    ownPath: chromium.executablePath(),
    exists: existsSync,
    run: (command, args) =>
      new Promise((resolve) => {
        const child = spawn(command, args, {
          stdio: ['ignore', 2, 2],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
        child.once('error', () => resolve(false));
        child.once('close', (code) => resolve(code === 0));
      }),
  };
}
