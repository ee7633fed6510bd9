/** Decides what is packed, and that `index.js` holds the shell while the counter is loaded after it (ADR 21). */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from '../../scripts/build.ts';
import { built, projectDir } from '../../scripts/project.ts';
import { pack } from '../../tests/support/packed.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import type { Size } from '../size.ts';

const about = { bench: 'package', against: 'node -e 0' };

/** What is packed apart from the runtime, and how soon the built program asks for its window, in turns with an empty Node. */
export async function benchPackage(size: Size): Promise<Figure[]> {
  const rounds = size.of(40, 1);
  await buildIfNeeded('legal');
  await using folder = await benchFolder();
  const { asar } = await pack(folder.path, 'linux');
  const bytes = (await stat(asar)).size + (await sizeOf(`${asar}.unpacked`));
  const megabytes = (of: number): number => of / 1024 / 1024;
  const userData = join(folder.path, 'user-data');
  await mkdir(userData);
  const register = await plainFakeElectron(folder.path);
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const nothing = emptyNode();
    const loaded = await loadMain(register, userData);
    // The first makes the databases and warms the files.
    if (round === 0) continue;
    empty.push(nothing);
    ours.push(loaded);
  }
  return [
    figure(
      {
        bench: 'package',
        metric: 'packed, apart from the runtime',
        unit: 'MB',
        ours: megabytes(bytes),
        baseline: megabytes((await stat(process.execPath)).size),
        against: 'Node itself',
      },
      { maxRatio: 0.1 },
    ),
    figure(
      { ...about, metric: 'start to window request', unit: 'ms', ours: median(ours), baseline: median(empty) },
      { maxRatio: 4 },
    ),
    figure(
      { ...about, metric: 'start to window request, p99', unit: 'ms', ours: p99(ours), baseline: p99(empty) },
      { maxRatio: 4 },
    ),
  ];
}

function emptyNode(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - begun;
}

/** Puts the tests' stand-in for Electron into a folder as plain JavaScript, so that no types are stripped while it is timed. */
async function plainFakeElectron(folder: string): Promise<string> {
  const source = await readFile(join(projectDir, 'tests/support/fake-electron/electron.ts'), 'utf8');
  const fake = join(folder, 'electron.mjs');
  await writeFile(fake, stripTypeScriptTypes(source));
  const register = join(folder, 'register.mjs');
  await writeFile(
    register,
    `import { registerHooks } from 'node:module';
const url = ${JSON.stringify(pathToFileURL(fake).href)};
registerHooks({ resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)) });
`,
  );
  return register;
}

/** From the start of a process until the built program asks Electron for its window, in ms. */
async function loadMain(register: string, userData: string): Promise<number> {
  const begun = performance.now();
  const child = fork(built.electronMain, [], {
    execArgv: ['--import', pathToFileURL(register).href],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FAKE_ELECTRON_USER_DATA: userData },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('message', (message: { window?: unknown; errorBox?: string }) => {
        if (message.window !== undefined) resolve(performance.now() - begun);
        if (message.errorBox !== undefined) reject(new Error(message.errorBox));
      });
      child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it asked for a window`)));
    });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
