import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { projectDir, say } from './project.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Debian's, which Playwright does not look for. Its headless shell starts faster and draws with less work. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How tests launch their browser: CHROMIUM_PATH, else Debian's; without a path Playwright takes its own. */
export function browserLaunch(env: Environment = process.env, exists = existsSync): LaunchOptions {
  const path = env['CHROMIUM_PATH'] || debians.find((each) => exists(each));
  return path === undefined ? {} : { executablePath: path };
}

/** One line for a person whose machine has no browser. On Linux a browser needs system libraries too, which ask for root. */
export const howToGetOne = `No browser for the tests. Run  npx playwright install ${
  process.platform === 'linux' ? '--with-deps ' : ''
}chromium , or set CHROMIUM_PATH to Chromium, Chrome or Edge.`;

/** Whether a browser starts; where none does, it is fetched first: Playwright's own for the user, then Debian's for the machine. */
export async function findBrowser(): Promise<boolean> {
  if (await starts()) return true;
  for (const [command = '', ...args] of waysToGetOne()) {
    say(`No browser for the tests starts; trying  ${command} ${args.join(' ')} ...`);
    // stdout is for the lines that programs read. Playwright connects five times, and waits 30 s each time by itself.
    const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', DEBIAN_FRONTEND: 'noninteractive', ...process.env };
    spawnSync(command, args, { cwd: projectDir, stdio: ['ignore', 2, 2], env, timeout: 10 * 60_000 });
    if (await starts()) return true;
  }
  return false;
}

const starts = (): Promise<boolean> =>
  chromium.launch(browserLaunch()).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );

/** Commands to try one after another. System packages are installed only as root, under CI or in a container. */
export function waysToGetOne(
  env: Environment = process.env,
  exists = existsSync,
  isRoot = process.getuid?.() === 0,
): string[][] {
  // Who names a browser wants no other.
  if (env['CHROMIUM_PATH']) return [];
  const playwright = [process.execPath, join(projectDir, 'node_modules/@playwright/test/cli.js')];
  const isNobodys = env['CI'] === 'true' || ['/.dockerenv', '/run/.containerenv'].some((path) => exists(path));
  const apt = ['apt-get', 'install', '--yes', '--no-install-recommends'];
  const asRoot = [
    // Fetches the lists of packages, and what a downloaded browser needs to start.
    [...playwright, 'install-deps', 'chromium'],
    [...apt, 'chromium-headless-shell'],
    [...apt, 'chromium'],
  ];
  return [
    [...playwright, 'install', 'chromium', '--only-shell'],
    ...(isRoot && isNobodys && exists('/usr/bin/apt-get') ? asRoot : []),
  ];
}
