import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectDir } from './project.ts';

const packageDir = join(projectDir, 'node_modules/electron');
/** A download that takes longer than this is given up; the counter for the browser opens then. */
const installLimitMs = 5 * 60_000;
/** A runtime that dies this soon for want of a library or a sandbox never showed anything. */
const neverStartedMs = 10_000;

/**
 * The path of Electron's program, or null. ELECTRON_EXEC_PATH names the program, ELECTRON_OVERRIDE_DIST_PATH its folder. Never loads the
 * package itself: that would download by itself.
 */
export function electronRuntime(env: NodeJS.ProcessEnv = process.env): string | null {
  const path = env['ELECTRON_EXEC_PATH'];
  if (path) return existsSync(path) ? path : null;
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(packageDir, 'dist');
  try {
    const program = join(folder, programName());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** The package writes path.txt when it downloads; a folder from the environment needs no download. */
function programName(): string {
  const path = join(packageDir, 'path.txt');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

/** Its date says when a download failed. npm ci removes it with node_modules. */
const failurePath = join(projectDir, 'node_modules/.cache/konter/electron-download-failed');
const retryDownloadAfterMs = 24 * 60 * 60_000;

/** When the last download failed, if it is too recent for another attempt; else null. */
export function recentDownloadFailure(path = failurePath): Date | null {
  const failedAt = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (failedAt === undefined) return null;
  const ageMs = Date.now() - failedAt.getTime();
  return ageMs >= 0 && ageMs < retryDownloadAfterMs ? failedAt : null;
}

/** Records how a download ended. */
export async function recordDownload(succeeded: boolean, path = failurePath): Promise<void> {
  if (succeeded) return rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
}

/** Runs the package's own installer, its output shown. Resolves when it ended, however it did. */
export async function installElectron(): Promise<void> {
  const installer = join(packageDir, 'install.js');
  if (!existsSync(installer)) return;
  await new Promise<void>((resolve) => {
    const child = spawn(process.execPath, [installer], {
      cwd: projectDir,
      // stdout is for the lines that programs read.
      stdio: ['ignore', 2, 2],
      timeout: installLimitMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

export type Ended = { kind: 'ran'; code: number } | { kind: 'not_started'; reason: string };

/** Both hosts take --data-dir; what it means is called --user-data-dir by Electron. */
function switches(argv: readonly string[]): string[] {
  const at = argv.indexOf('--data-dir');
  const dir = at === -1 ? undefined : argv[at + 1];
  if (dir === undefined) return argv.map((arg) => arg.replace(/^--data-dir=/, '--user-data-dir='));
  return [...argv.slice(0, at), `--user-data-dir=${dir}`, ...argv.slice(at + 2)];
}

/** Runs the desktop counter until it ends. Signals are handed on to it. */
export function openElectron(program: string, argv: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const begun = Date.now();
    const child = spawn(program, [projectDir, ...switches(argv)], { cwd: projectDir, stdio: 'inherit' });
    const handOn = (signal: NodeJS.Signals): boolean => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handOn);
    const done = (ended: Ended): void => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.off(signal, handOn);
      resolve(ended);
    };
    child.once('error', (error) => done({ kind: 'not_started', reason: error.message }));
    child.once('exit', (code, signal) => {
      const soon = Date.now() - begun < neverStartedMs;
      // 127: a shared library is missing. The signals: Chromium gave up, mostly over its sandbox.
      const crashed = signal === 'SIGTRAP' || signal === 'SIGABRT' || signal === 'SIGILL';
      if (soon && (code === 127 || crashed)) done({ kind: 'not_started', reason: signal ?? `exit code ${code}` });
      else done({ kind: 'ran', code: code ?? 1 });
    });
  });
}
