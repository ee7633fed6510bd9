import { expect, test } from 'vitest';
import { browserLaunch, waysToGetOne } from '../../../scripts/find-browser.ts';

const machineWith =
  (...files: string[]) =>
  (path: unknown): boolean =>
    files.includes(String(path));
const whole = '/usr/bin/chromium';
const shell = '/usr/bin/chromium-headless-shell';

test('tests take the browser of CHROMIUM_PATH, else Debian’s, its headless shell first, else Playwright’s own', () => {
  const debian = machineWith(whole, shell);
  expect(browserLaunch({ CHROMIUM_PATH: '/opt/mine' }, debian)).toEqual({ executablePath: '/opt/mine' });
  expect(browserLaunch({}, debian)).toEqual({ executablePath: shell });
  expect(browserLaunch({}, machineWith(whole))).toEqual({ executablePath: whole });
  expect(browserLaunch({}, machineWith())).toEqual({});
});

test('a person’s system stays as it is; root under CI or in a container gets Debian’s after the download has failed', () => {
  const ways = (...args: Parameters<typeof waysToGetOne>): string[] =>
    waysToGetOne(...args).map((way) => way.join(' ').replace(/^\S+ \S*cli\.js/, 'playwright'));
  const download = 'playwright install chromium --only-shell';
  const asRoot = [
    'playwright install-deps chromium',
    'apt-get install --yes --no-install-recommends chromium-headless-shell',
    'apt-get install --yes --no-install-recommends chromium',
  ];
  const debian = machineWith('/usr/bin/apt-get');
  expect(ways({ CI: 'true' }, debian, true)).toEqual([download, ...asRoot]);
  expect(ways({}, machineWith('/usr/bin/apt-get', '/.dockerenv'), true)).toEqual([download, ...asRoot]);
  for (const nobodyAsked of [
    ways({}, debian, true),
    ways({ CI: 'true' }, debian, false),
    ways({ CI: 'true' }, machineWith(), true),
  ])
    expect(nobodyAsked).toEqual([download]);
  expect(ways({ CI: 'true', CHROMIUM_PATH: '/opt/none' }, debian, true)).toEqual([]);
});
