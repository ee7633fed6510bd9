import { delimiter } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser, type Machine, presentBrowser } from '../../../scripts/find-browser.ts';

const shell = '/cache/chromium_headless_shell-1/linux/chrome-headless-shell';

interface Given {
  files?: string[];
  cached?: string[];
  platform?: NodeJS.Platform;
  env?: Record<string, string>;
  isRoot?: boolean;
  /** what each command does, by a word in it; a command that is not named fails */
  commands?: Record<string, (machine: { files: Set<string>; cached: string[] }) => boolean>;
}

/** A machine with these files, and a note of each command that it ran and of all that it said before. */
function machineOf({ platform = 'linux', env = {}, isRoot = false, commands = {}, ...given }: Given) {
  const [files, cached] = [new Set(given.files), given.cached ?? []];
  const [ran, said]: [string[], string[]] = [[], []];
  const saidBefore = new Map<string, string>();
  const machine: Machine = {
    platform,
    env: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter), ...env },
    isRoot,
    cached: () => cached,
    exists: (path) => files.has(path),
    run: async (command, args) => {
      const line = [command, ...args]
        .join(' ')
        .replace(`${process.execPath} `, '')
        .replace(/\S*cli\.js/, 'playwright');
      ran.push(line);
      saidBefore.set(line, said.join(' '));
      return Object.entries(commands).find(([word]) => line.includes(word))?.[1]({ files, cached }) ?? false;
    },
    say: (line) => void said.push(line),
  };
  return { machine, ran, said, saidBefore };
}

const works = (): boolean => true;
const getsShell: NonNullable<Given['commands']>[string] = ({ cached }) => cached.push(shell) > 0;
const getsChromium: NonNullable<Given['commands']>[string] = ({ files }) => files.add('/usr/bin/chromium').size > 0;
const debian = '/usr/bin/apt-get';

describe('a browser that is here', () => {
  test('is Playwright’s own before the system’s, and its headless shell will do', () => {
    expect(presentBrowser(machineOf({ cached: [shell], files: ['/usr/bin/chromium'] }).machine)?.path).toBe(shell);
  });

  test('is the system’s Chromium before Chrome, wherever it is on the PATH', () => {
    const chrome = '/usr/local/bin/google-chrome';
    expect(presentBrowser(machineOf({ files: [chrome, '/usr/bin/chromium'] }).machine)?.path).toBe('/usr/bin/chromium');
    expect(presentBrowser(machineOf({ files: [chrome] }).machine)?.path).toBe(chrome);
  });

  test('is the one of CHROMIUM_PATH before all others; a path that is not there is an error, and installs nothing', async () => {
    const env = { CHROMIUM_PATH: '/opt/mine' };
    expect(presentBrowser(machineOf({ env, cached: [shell], files: ['/opt/mine'] }).machine)?.path).toBe('/opt/mine');
    const wrong = machineOf({ env: { ...env, CI: 'true' }, isRoot: true, cached: [shell], files: [debian] });
    expect(await findBrowser(wrong.machine)).toBeNull();
    expect(wrong).toMatchObject({ ran: [], said: ['CHROMIUM_PATH is /opt/mine, which is not there.'] });
  });

  test('is used as it is, and nothing is installed', async () => {
    const ci = machineOf({ env: { CI: 'true' }, isRoot: true, files: [debian, '/usr/bin/chromium'] });
    expect((await findBrowser(ci.machine))?.path).toBe('/usr/bin/chromium');
    expect(ci.ran).toEqual([]);
  });
});

describe('without a browser', () => {
  test('Playwright’s own is downloaded for the user, and started once', async () => {
    const person = machineOf({ files: [debian], commands: { 'playwright install ': getsShell, '--version': works } });
    expect((await findBrowser(person.machine))?.path).toBe(shell);
    expect(person.ran).toEqual(['playwright install chromium --only-shell', `${shell} --version`]);
  });

  test('a person’s system stays as it is, root or not, when the download fails', async () => {
    for (const isRoot of [false, true]) {
      const person = machineOf({ isRoot, files: [debian], commands: { 'apt-get': getsChromium } });
      expect(await findBrowser(person.machine)).toBeNull();
      expect(person.ran).toEqual(['playwright install chromium --only-shell']);
    }
  });

  test.each([
    ['under CI', { env: { CI: 'true' }, files: [debian] }],
    ['in Docker', { files: [debian, '/.dockerenv'] }],
    ['in Podman', { files: [debian, '/run/.containerenv'] }],
    ['in another container', { env: { container: 'lxc' }, files: [debian] }],
  ])('root %s gets Debian’s after the download has failed', async (_name, given) => {
    const { machine, ran, saidBefore } = machineOf({ ...given, isRoot: true, commands: { 'apt-get': getsChromium } });
    expect((await findBrowser(machine))?.path).toBe('/usr/bin/chromium');
    expect(ran).toHaveLength(2);
    expect(saidBefore.get(ran[1] ?? '')).toContain('as root (apt-get install chromium-headless-shell)');
    const user = machineOf({ ...given, commands: { 'apt-get': getsChromium } });
    expect(await findBrowser(user.machine)).toBeNull();
  });

  test('the package lists are fetched when the first installation fails', async () => {
    let tries = 0;
    const { machine, ran } = machineOf({
      env: { CI: 'true' },
      isRoot: true,
      files: [debian],
      commands: { 'apt-get update': works, 'apt-get install': (on) => ++tries > 1 && getsChromium(on) },
    });
    expect((await findBrowser(machine))?.path).toBe('/usr/bin/chromium');
    expect(ran.slice(1).map((line) => line.split(' ')[1])).toEqual(['install', 'update', 'install']);
  });

  test('the whole of Debian’s Chromium is installed where there is no package of its headless shell', async () => {
    const { machine, ran } = machineOf({
      env: { CI: 'true' },
      isRoot: true,
      files: [debian],
      commands: { 'apt-get update': works, 'recommends chromium-headless-shell': () => false, 'apt-get': getsChromium },
    });
    expect((await findBrowser(machine))?.path).toBe('/usr/bin/chromium');
    expect(ran.at(-1)).toMatch(/ chromium$/);
  });
});

describe('a downloaded browser that does not start', () => {
  test('is no browser for a person', async () => {
    expect(await findBrowser(machineOf({ cached: [shell], files: [debian] }).machine)).toBeNull();
  });

  test('gets its libraries as root under CI', async () => {
    let hasLibraries = false;
    const { machine, ran } = machineOf({
      env: { CI: 'true' },
      isRoot: true,
      cached: [shell],
      files: [debian],
      commands: { 'install-deps': () => (hasLibraries = true), '--version': () => hasLibraries },
    });
    expect((await findBrowser(machine))?.path).toBe(shell);
    expect(ran).toEqual([`${shell} --version`, 'playwright install-deps chromium', `${shell} --version`]);
  });

  test('is taken at its word elsewhere than on Linux', async () => {
    const mac = machineOf({ platform: 'darwin', cached: [shell] });
    expect((await findBrowser(mac.machine))?.path).toBe(shell);
    expect(mac.ran).toEqual([]);
  });
});
