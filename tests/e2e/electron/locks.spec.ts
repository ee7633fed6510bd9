import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Konter } from '../../../src/shared/contract/bridge.ts';
import { expect, desktopTest as test } from '../../support/counter-page.ts';
import { listenLocally } from '../../support/local-server.ts';

declare const konter: Konter;

test('the page’s process sits in the system’s sandbox', async ({ desktop, counterWindow }) => {
  await expect(counterWindow.locator('#root')).not.toBeEmpty();
  const processes = await desktop.evaluate(({ app, BrowserWindow }) => {
    const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0;
    return { pid, sandboxed: app.getAppMetrics().find((metric) => metric.pid === pid)?.sandboxed };
  });
  // Only Windows and macOS say it themselves; on Linux the kernel does: 2 is a filter of system calls.
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${processes.pid}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m);
  } else {
    expect(processes.sandboxed).toBe(true);
  }
});

test('no permission is given, asked, checked or by device', async ({ counterWindow }) => {
  const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
  const states = await counterWindow.evaluate(
    (names) =>
      Promise.all(
        names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state),
      ),
    names,
  );
  expect(new Set(states)).toEqual(new Set(['denied']));
  const devices = await counterWindow.evaluate(async () => {
    const usb: unknown = Reflect.get(navigator, 'usb');
    if (usb === undefined) return 0;
    const list = Reflect.get(usb as object, 'getDevices') as (this: unknown) => Promise<unknown[]>;
    return (await list.call(usb)).length;
  });
  expect(devices).toBe(0);
});

test('a page downloads nothing', async ({ desktop, counterWindow }) => {
  const prevented = desktop.evaluate(
    ({ session }) =>
      new Promise<boolean>((resolve) => {
        session.defaultSession.once('will-download', (event) => resolve(event.defaultPrevented));
      }),
  );
  await counterWindow.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['a file']));
    link.download = 'file.txt';
    link.click();
  });
  expect(await prevented).toBe(true);
});

test('a frame inside the page has no konter, and shows nothing from elsewhere', async ({ counterWindow }) => {
  const frameType = await counterWindow.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<p>slip</p>';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    return typeof Reflect.get(frame.contentWindow ?? {}, 'konter');
  });
  expect(frameType).toBe('undefined');
});

test('neither a link, a form, a script nor a redirect leads the window away', async ({ desktop, counterWindow }) => {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    response.writeHead(302, { location: 'app://konter/' }).end();
  });
  const port = await listenLocally(server);
  const away = [`http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/?next=app://konter/`, 'file:///etc/passwd'];
  try {
    for (const url of away) {
      await counterWindow.evaluate((url) => {
        const link = document.createElement('a');
        link.href = url;
        document.body.append(link);
        link.click();
        const form = document.createElement('form');
        form.action = url;
        document.body.append(form);
        form.submit();
        window.location.assign(url);
        window.open(url, '_blank');
      }, url);
    }
    await expect.poll(() => counterWindow.evaluate(() => konter.status().then(({ ok }) => ok))).toBe(true);
    expect(counterWindow.url()).toMatch(/^app:\/\/konter\//);
    expect(desktop.windows()).toHaveLength(1);
    expect(urls).toEqual([]);
  } finally {
    server.close();
  }
});

test('Electron has nothing to warn about', async ({ desktop, counterWindow }) => {
  const complaints: string[] = [];
  counterWindow.on('console', (message) => complaints.push(message.text()));
  await counterWindow.reload();
  await expect(counterWindow.locator('#root')).not.toBeEmpty();
  expect(complaints.filter((text) => /Electron Security Warning/i.test(text))).toEqual([]);
  expect(await desktop.evaluate(({ Menu }) => Menu.getApplicationMenu() === null)).toBe(process.platform !== 'darwin');
});

test('a page that dies is loaded again, and after the third time the recovery screen stands in', async ({
  desktop,
}) => {
  const window = await desktop.firstWindow();
  await window.waitForFunction(() => 'konter' in globalThis);
  const kill = () =>
    desktop.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
      contents?.forcefullyCrashRenderer();
      await loaded;
    });
  for (let time = 0; time < 3; time++) await kill();
  const recovery = desktop.waitForEvent('window');
  void kill().catch(() => {});
  const page = await recovery;
  await expect(page.locator('h1')).toContainText('Konter');
  expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'konter'))).toBe('undefined');
});
