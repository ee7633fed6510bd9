import { procedureNames } from '../../../src/shared/contract/procedure-names.ts';
import { expect, desktopTest as test } from '../../support/counter-page.ts';

test('the window shows the counter’s own page with its policy as a header', async ({ counterWindow }) => {
  expect(counterWindow.url()).toMatch(/^app:\/\/konter\//);
  const policy = await counterWindow.evaluate(async () =>
    (await fetch('app://konter/')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
});

test('the page has konter with exactly the contract, and nothing of Node', async ({ counterWindow }) => {
  const shape = await counterWindow.evaluate(() => {
    const konter: object = Reflect.get(globalThis, 'konter');
    return Object.fromEntries(
      Object.entries(konter).map(([key, value]) => [
        key,
        typeof value === 'function' ? null : Object.fromEntries(Object.keys(value).map((inner) => [inner, null])),
      ]),
    );
  });
  const names = Object.entries(shape).flatMap(([key, inner]) => (inner === null ? [key] : keysOfGroup(key, inner)));
  expect(names.sort()).toEqual([...procedureNames, 'subscribe'].sort());
  const types = await counterWindow.evaluate(() =>
    ['require', 'process', 'Buffer', 'module', 'ipcRenderer'].map((name) => typeof Reflect.get(globalThis, name)),
  );
  expect(new Set(types)).toEqual(new Set(['undefined']));
});

test('a script written into the page does not run', async ({ counterWindow }) => {
  const ran = await counterWindow.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    document.head.append(script);
    return Reflect.get(globalThis, 'injected') === true;
  });
  expect(ran).toBe(false);
});

test('the page can neither leave nor open a window', async ({ desktop, counterWindow }) => {
  await counterWindow.evaluate(() => {
    window.open('https://example.com/');
    window.location.href = 'https://example.com/';
  });
  await expect.poll(() => counterWindow.evaluate(() => window.location.protocol)).toBe('app:');
  expect(desktop.windows()).toHaveLength(1);
});

test('every window is sandboxed', async ({ desktop, counterWindow }) => {
  await expect(counterWindow.locator('#root')).not.toBeEmpty();
  const preferences = await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents: unknown = window.webContents;
      const read: () => Record<string, unknown> = Reflect.get(contents as object, 'getLastWebPreferences');
      return read.call(contents);
    }),
  );
  for (const preference of preferences) {
    expect(preference).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  }
});

const keysOfGroup = (group: string, inner: object): string[] => Object.keys(inner).map((name) => `${group}.${name}`);
