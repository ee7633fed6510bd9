import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfNeeded } from '../../scripts/build.ts';
import { packedFiles, packedText } from '../../scripts/package/contents.ts';
import { type Packed, pack } from '../support/packed.ts';

const most = 12 * 1024 * 1024;
let folder = '';
let packed: Record<'linux' | 'win32' | 'darwin', Packed>;

beforeAll(async () => {
  await buildIfNeeded('legal');
  folder = await mkdtemp(join(tmpdir(), 'konter-packed-'));
  packed = {
    linux: await pack(folder, 'linux'),
    win32: await pack(folder, 'win32'),
    darwin: await pack(folder, 'darwin'),
  };
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

describe.each(['linux', 'win32', 'darwin'] as const)('the package for %s', (platform) => {
  it('holds the bundles, its own compiled SQLite, the licences, and nothing else', () => {
    const files = packedFiles(packed[platform].asar);
    const spooler = platform === 'win32' ? '|koffi' : '';
    const ours = String.raw`out/(main/[\w-]+\.js|preload/[\w-]+\.cjs|renderer/([\w-]+\.html|assets/[\w-]+\.\w+)|legal/[\w.]+)`;
    const allowedFiles = new RegExp(
      String.raw`^(package\.json|resources/icon\.png|${ours}|node_modules/(better-sqlite3${spooler})/[\w/.-]+)$`,
    );
    expect(files.filter((path) => !allowedFiles.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.node'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/${platform}-x64.node`,
    ]);
    const sources = /\.([cm]?tsx?|map|cpp|c|h|md|sh|gyp)$|\.env|\/(tests?|docs?|src|deps)\//;
    expect(files.filter((path) => sources.test(path))).toEqual([]);
    const threads = ['journal', 'export', 'reconcile', 'search', 'index'].map((name) => `out/main/${name}-worker.js`);
    expect(files).toEqual(expect.arrayContaining([...threads, 'out/main/index.js', 'out/legal/notices.txt']));
  });

  it('is no larger than 12 MB apart from the runtime, and unpacks nothing but what the system loads', async () => {
    const unpacked = `${packed[platform].asar}.unpacked`;
    const size = (await stat(packed[platform].asar)).size + (await sizeOf(unpacked));
    expect(size).toBeLessThanOrEqual(most);
    const loose = await readdir(unpacked, { recursive: true, withFileTypes: true });
    expect(loose.filter((file) => file.isFile()).map((file) => file.name)).toEqual([`${platform}-x64.node`]);
  });

  it('has every fuse set', async () => {
    const { version: _version, ...wire } = await getCurrentFuseWire(packed[platform].program);
    expect(wire).toEqual({
      [FuseV1Options.RunAsNode]: FuseState.DISABLE,
      [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: FuseState.DISABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
      [FuseV1Options.WasmTrapHandlers]: FuseState.ENABLE,
    });
  });

  it('says what starts, and nothing of how it was made', () => {
    const shipped = JSON.parse(packedText(packed[platform].asar, 'package.json'));
    expect(shipped).toMatchObject({ name: 'konter', type: 'module', main: 'out/main/index.js' });
    expect(shipped).not.toHaveProperty('devDependencies');
    expect(shipped).not.toHaveProperty('scripts');
  });
});

it('is accepted for Linux and macOS; one for Windows is refused where koffi’s part for Windows is not installed', async () => {
  expect([packed.linux.refusal, packed.darwin.refusal]).toEqual([null, null]);
  const installed = await readdir(join(import.meta.dirname, '../../node_modules/@koromix'));
  const refusal = installed.includes('koffi-win32-x64') ? /^null$/ : /koffi-win32-x64\S+ is missing \(pack for Windows/;
  expect(String(packed.win32.refusal)).toMatch(refusal);
});

it('carries the hash of its app.asar inside of the program, on Windows and macOS', async () => {
  const hash = (asar: string) => createHash('sha256').update(getRawHeader(asar).headerString).digest('hex');
  const program = NtExecutableResource.from(NtExecutable.from(await readFile(packed.win32.program)));
  const entry = program.entries.find(({ type }) => type === 'INTEGRITY');
  expect(JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer()).toString('utf8'))).toEqual([
    { file: String.raw`resources\app.asar`, alg: 'SHA256', value: hash(packed.win32.asar) },
  ]);
  const plist = await readFile(join(packed.darwin.program, 'Contents/Info.plist'), 'utf8');
  expect(plist).toContain('ElectronAsarIntegrity');
  expect(plist).toContain(hash(packed.darwin.asar));
  expect(plist).not.toMatch(/CFBundleURLTypes|CFBundleDocumentTypes/);
});

it('keeps the words of two languages of the runtime', async () => {
  const locales = await readdir(join(packed.linux.resources, '../locales'));
  expect(locales.toSorted()).toEqual(['en-US.pak', 'id.pak']);
});

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'loads its SQLite out of the package, from where it was put',
  async () => {
    const to = join(folder, 'taken-out');
    extractAll(packed.linux.asar, to);
    const script = `
    const Database = require('better-sqlite3');
    process.stdout.write(new Database(':memory:').prepare('select 6 * 7 as n').pluck().get().toString());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: to });
    expect(stdout).toBe('42');
  },
);
