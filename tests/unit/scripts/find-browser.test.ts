import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser, type Machine, presentBrowser } from '../../../scripts/find-browser.ts';

function machine(given: Partial<Machine> & { files?: string[] }): Machine & { ran: string[] } {
  const files = new Set(given.files);
  const ran: string[] = [];
  return {
    platform: 'linux',
    env: { PATH: ['/usr/local/bin', '/usr/bin'].join(delimiter) },
    isRoot: false,
    ownPath: '/own/chrome',
    exists: (path) => files.has(path),
    run: async (command, args) => {
      ran.push([command, ...args].join(' '));
      files.add('/usr/bin/chromium');
      return true;
    },
    ...given,
    ran,
  };
}

test('Playwright’s own comes before the system’s', () => {
  expect(presentBrowser(machine({ files: ['/own/chrome', '/usr/bin/chromium'] }))?.path).toBeNull();
});

test('the system’s Chromium is taken before Chrome, wherever it lies on the PATH', () => {
  const found = presentBrowser(machine({ files: ['/usr/local/bin/google-chrome', '/usr/bin/chromium'] }));
  expect(found?.path).toBe('/usr/bin/chromium');
  expect(presentBrowser(machine({ files: ['/usr/local/bin/google-chrome'] }))?.path).toBe(
    '/usr/local/bin/google-chrome',
  );
});

test('a chosen one is taken before all others, and a wrong choice is not passed over', () => {
  const env = { PATH: '/usr/bin', CHROMIUM_PATH: '/opt/mine' };
  expect(presentBrowser(machine({ env, files: ['/own/chrome', '/opt/mine'] }))?.path).toBe('/opt/mine');
  expect(presentBrowser(machine({ env, files: ['/own/chrome'] }))).toBeNull();
});

test('root on Debian gets one installed', async () => {
  const debian = machine({ isRoot: true, files: ['/usr/bin/apt-get'] });
  expect((await findBrowser(debian))?.path).toBe('/usr/bin/chromium');
  expect(debian.ran.join()).toContain('install');
});

test('the package lists are fetched when the first try fails', async () => {
  const debian = machine({ isRoot: true, files: ['/usr/bin/apt-get'] });
  const commands: string[] = [];
  const found = await findBrowser({
    ...debian,
    run: async (command, args) => {
      commands.push(args[0] ?? '');
      return commands.length > 1 && debian.run(command, args);
    },
  });
  expect(commands).toEqual(['install', 'update', 'install']);
  expect(found?.path).toBe('/usr/bin/chromium');
});

test('nobody else’s machine is changed: without root, or with a browser there, nothing is installed', async () => {
  const person = machine({ files: ['/usr/bin/apt-get'] });
  expect(await findBrowser(person)).toBeNull();
  const served = machine({ isRoot: true, files: ['/usr/bin/apt-get', '/usr/bin/chromium'] });
  expect((await findBrowser(served))?.path).toBe('/usr/bin/chromium');
  expect([...person.ran, ...served.ran]).toEqual([]);
});
