import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { built, projectDir } from '../scripts/project.ts';

/** Puts the tests' stand-in for Electron into a folder as plain JavaScript, so that no types are stripped while it is timed. */
export async function plainFakeElectron(folder: string): Promise<string> {
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
export async function loadMain(register: string, userData: string): Promise<number> {
  const begun = performance.now();
  const child = fork(built.electronMain, [], {
    execArgv: ['--import', pathToFileURL(register).href],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FAKE_ELECTRON_USER_DATA: userData },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('message', (told: { window?: unknown; errorBox?: string }) => {
        if (told.window !== undefined) resolve(performance.now() - begun);
        if (told.errorBox !== undefined) reject(new Error(told.errorBox));
      });
      child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it asked for a window`)));
    });
  } finally {
    child.removeAllListeners('exit');
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await ended;
  }
}
