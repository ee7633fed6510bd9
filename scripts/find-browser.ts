import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { projectDir } from './project.ts';
import { say } from './say.ts';

/** A browser for the tests: a program, and whether it is from Playwright's cache. */
export interface FoundBrowser {
  path: string;
  name: string;
  isPlaywrights: boolean;
}

interface RunOptions {
  limitMs: number;
  env?: Readonly<Record<string, string>>;
}

export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** programs in Playwright's cache that fit its version: the browser, then its headless shell */
  cached: () => string[];
  exists: (path: string) => boolean;
  /** resolves to whether the command ended with 0 within its time limit */
  run: (command: string, args: readonly string[], options: RunOptions) => Promise<boolean>;
  /** one line for the person at the terminal */
  say: (line: string) => void;
}

const shell = 'chromium-headless-shell';

/** Names on the PATH; the first that is there is used. */
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

const installedPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
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

const playwright = join(projectDir, 'node_modules/@playwright/test/cli.js');
const download: RunOptions = {
  limitMs: 5 * 60_000,
  // Playwright connects five times before it gives up, and waits 30 s each time.
  env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: process.env['PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT'] ?? '10000' },
};
const packages: RunOptions = { limitMs: 10 * 60_000, env: { DEBIAN_FRONTEND: 'noninteractive' } };

/** One line for a person whose machine has no browser. On Linux a browser needs system libraries too, which ask for root. */
export const howToGetOne = `No browser for the tests. Run  npx playwright install ${
  process.platform === 'linux' ? '--with-deps ' : ''
}chromium , or set CHROMIUM_PATH to Chromium, Chrome or Edge.`;

/**
 * The browser of presentBrowser(). Without one, downloads Playwright's own for the user. Installs system packages only as root
 * under CI or in a container. Null when there is no browser that starts.
 */
export async function findBrowser(machine: Machine = thisMachine()): Promise<FoundBrowser | null> {
  const chosen = chosenPath(machine);
  if (chosen !== null && !machine.exists(chosen)) {
    machine.say(`CHROMIUM_PATH is ${chosen}, which is not there.`);
    return null;
  }
  const found = presentBrowser(machine) ?? (await downloadBrowser(machine));
  if (found !== null && (await starts(found, machine))) return found;
  if (!mayInstallPackages(machine)) return null;
  if (found === null) return installDebianChromium(machine);
  machine.say('The browser needs system libraries; installing them as root (playwright install-deps chromium) ...');
  const isInstalled = await machine.run(process.execPath, [playwright, 'install-deps', 'chromium'], packages);
  return isInstalled && (await starts(found, machine)) ? found : null;
}

/** The browser that is here: CHROMIUM_PATH, else one in Playwright's cache, else the system's. Installs nothing. */
export function presentBrowser(machine: Machine = thisMachine()): FoundBrowser | null {
  const chosen = chosenPath(machine);
  if (chosen !== null) return machine.exists(chosen) ? { path: chosen, name: chosen, isPlaywrights: false } : null;
  const [cached] = machine.cached();
  if (cached !== undefined) return { path: cached, name: `Playwright’s Chromium, ${cached}`, isPlaywrights: true };
  const folders = machine.platform === 'win32' ? [] : (machine.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = [...onPath, ...(installedPaths[machine.platform] ?? [])].find((each) => machine.exists(each));
  return path === undefined ? null : { path, name: path, isPlaywrights: false };
}

const chosenPath = ({ env }: Machine): string | null => env['CHROMIUM_PATH'] || null;

/** On Linux a download does not bring the shared libraries that it needs. */
async function starts({ path, isPlaywrights }: FoundBrowser, { platform, run }: Machine): Promise<boolean> {
  return platform !== 'linux' || !isPlaywrights || run(path, ['--version'], { limitMs: 30_000 });
}

async function downloadBrowser(machine: Machine): Promise<FoundBrowser | null> {
  machine.say(
    'No browser for the tests is here; downloading Playwright’s headless Chromium for this user (about 100 MB) ...',
  );
  if (await machine.run(process.execPath, [playwright, 'install', 'chromium', '--only-shell'], download)) {
    return presentBrowser(machine);
  }
  machine.say('Playwright’s Chromium could not be downloaded.');
  return null;
}

function mayInstallPackages({ platform, isRoot, env, exists }: Machine): boolean {
  const isContainer = exists('/.dockerenv') || exists('/run/.containerenv') || Boolean(env['container']);
  const isDebian = platform === 'linux' && exists('/usr/bin/apt-get');
  return isDebian && isRoot && (env['CI'] === 'true' || isContainer);
}

/** Debian's headless shell starts faster and draws with less work; releases without that package have the whole browser. */
async function installDebianChromium(machine: Machine): Promise<FoundBrowser | null> {
  const apt = (...args: string[]): Promise<boolean> => machine.run('apt-get', args, packages);
  const install = (name: string): Promise<boolean> => {
    machine.say(`Installing the system’s browser as root (apt-get install ${name}) ...`);
    return apt('install', '--yes', '--no-install-recommends', name);
  };
  const isInstalled =
    (await install(shell)) || ((await apt('update')) && (await install(shell))) || (await install('chromium'));
  return isInstalled ? presentBrowser(machine) : null;
}

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    cached: cachedPrograms,
    exists: existsSync,
    say,
    run: (command, args, { limitMs, env = {} }) =>
      new Promise((resolve) => {
        const child = spawn(command, args, {
          cwd: projectDir,
          // stdout is for the lines that programs read.
          stdio: ['ignore', 2, 2],
          env: { ...process.env, ...env },
          timeout: limitMs,
          killSignal: 'SIGKILL',
        });
        child.once('error', () => resolve(false));
        child.once('close', (code) => resolve(code === 0));
      }),
  };
}

/** Playwright tells where its browser is; the headless shell of the same revision is in a folder beside the browser's. */
function cachedPrograms(): string[] {
  const browser = chromium.executablePath();
  const shell = browser
    .replaceAll('\\', '/')
    .replace(/\/chromium-(\d+)\/.*$/, '/chromium_headless_shell-$1/*/chrome-headless-shell{,.exe}');
  return [browser, ...globSync(shell)].filter((path) => existsSync(path));
}
