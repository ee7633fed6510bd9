import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { projectDir } from '../../../scripts/project.ts';
import { plainTest as base, expect } from '../../support/counter-page.ts';

interface DevFixtures {
  /** a copy of the project, whose files a test may change */
  copy: string;
  /** the address that `npm run dev` prints, served from the copy */
  devUrl: string;
}

/** One development server for all tests of this file: starting it takes longer than they do. */
const test = base.extend<object, DevFixtures>({
  copy: [
    async ({ browserName: _unused }, use) => {
      const copy = await mkdtemp(join(tmpdir(), 'konter-dev-'));
      for (const name of ['src', 'scripts', 'resources']) {
        await cp(join(projectDir, name), join(copy, name), { recursive: true });
      }
      for (const name of ['package.json', 'electron.vite.config.ts', 'tsconfig.base.json']) {
        await copyFile(join(projectDir, name), join(copy, name));
      }
      await symlink(join(projectDir, 'node_modules'), join(copy, 'node_modules'));
      await use(copy);
      await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
    { scope: 'worker' },
  ],
  devUrl: [
    async ({ copy }, use) => {
      const child = spawn(process.execPath, [join(copy, 'scripts/dev.ts'), '--browser', '--port', '0', '--no-open'], {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const { url } = z.object({ url: z.string() }).parse(JSON.parse(await firstLine(child)));
      await use(url);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
    { scope: 'worker' },
  ],
});

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no stdout');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return z.string().parse(line);
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

test('changes show while a sale is being typed: of a screen, of main, and one that needs a reload', async ({
  page,
  copy,
  devUrl,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(devUrl);
  const field = page.locator('#root form input').first();
  await expect(field).toBeFocused();
  await page.keyboard.type('08123456');
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }));

  await test.step('a change of a screen shows without a reload, and the number being typed stays', async () => {
    await edit(join(copy, 'src/renderer/features/checkout/CheckoutScreen.tsx'), '{title}</h2>', '{title} edited</h2>');
    await expect(page.getByRole('heading', { name: 'edited' })).toBeAttached();
    await expect(field).toHaveValue('0812 3456');
    expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true);
    expect(faults).toEqual([]);
  });

  await test.step('a change of main restarts main behind the page, which keeps its session and what is typed', async () => {
    await edit(join(copy, 'scripts/dev/host.ts'), `version: '0.0.0-dev'`, `version: '0.0.0-restarted'`);
    await edit(join(copy, 'src/main/runtime/status.ts'), 'import ', '// changed\nimport ');
    const version = () =>
      page.evaluate(async () => {
        const answer = await window.konter.status();
        return answer.ok ? answer.value.version : answer.error.reason;
      });
    await expect.poll(version).toBe('0.0.0-restarted');
    await expect(field).toHaveValue('0812 3456');
    expect(await page.evaluate(() => 'isFirstLoad' in window)).toBe(true);
  });

  await test.step('a change that needs a reload keeps the sale being typed', async () => {
    await page.keyboard.type('7890');
    await edit(join(copy, 'src/renderer/features/checkout/checkout-store.ts'), 'const new', '// changed\nconst new');
    await page.waitForFunction(() => !('isFirstLoad' in window));
    await expect(field).toHaveValue('0812 3456 7890');
  });
});

test('another origin reaches nothing of the host through the dev server', async ({ request, devUrl }) => {
  const status = await request.post(new URL('/api/status', devUrl).href, {
    headers: { origin: 'http://127.0.0.1:1' },
    data: {},
  });
  expect(status.status()).toBe(403);
  const own = await request.post(new URL('/api/status', devUrl).href, {
    headers: { origin: new URL(devUrl).origin },
    data: {},
  });
  expect(own.status()).toBe(401);
});
