import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronRuntime, recentDownloadFailure, recordDownload } from '../../../scripts/electron-runtime.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konter-runtime-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a failed download of Electron’s runtime', () => {
  it('is remembered for a day, until a download succeeds', async () => {
    const path = join(folder, 'cache/electron-download-failed');
    expect(recentDownloadFailure(path)).toBeNull();
    await recordDownload(false, path);
    expect(recentDownloadFailure(path)).toBeInstanceOf(Date);
    await recordDownload(true, path);
    expect(recentDownloadFailure(path)).toBeNull();
  });

  it.each([
    ['a day ago', -25],
    ['in the future, by a wrong clock', 1],
  ])('%s is tried again', async (_when, hours) => {
    const path = join(folder, 'electron-download-failed');
    await recordDownload(false, path);
    const at = new Date(Date.now() + hours * 3_600_000);
    await utimes(path, at, at);
    expect(recentDownloadFailure(path)).toBeNull();
  });
});

describe('Electron’s runtime', () => {
  it('is the program that ELECTRON_EXEC_PATH names', async () => {
    const program = join(folder, 'my-electron');
    expect(electronRuntime({ ELECTRON_EXEC_PATH: program })).toBeNull();
    await writeFile(program, '');
    expect(electronRuntime({ ELECTRON_EXEC_PATH: program })).toBe(program);
  });

  it.runIf(process.platform === 'linux')('is in the folder that ELECTRON_OVERRIDE_DIST_PATH names', async () => {
    expect(electronRuntime({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBeNull();
    await writeFile(join(folder, 'electron'), '');
    expect(electronRuntime({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toBe(join(folder, 'electron'));
  });
});
