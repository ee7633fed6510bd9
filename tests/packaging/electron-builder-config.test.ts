import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPackageConfig } from '../../scripts/package/check-config.ts';

type Config = Awaited<ReturnType<typeof readPackageConfig>>;

const root = join(import.meta.dirname, '../..');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const platforms = ['linux', 'win', 'mac'] as const;
const prebuilt = { linux: 'linux', win: 'win32', mac: 'darwin' } as const;

let config: Config;
beforeAll(async () => {
  config = await readPackageConfig();
}, 60_000);

describe('electron-builder.yml', () => {
  it('holds only what electron-builder knows', async () => {
    const wrong = { ...config, notAnOption: true } as Config;
    await expect(validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow('notAnOption');
  });

  it('packs the very Electron that the project is pinned to', () => {
    expect(packageJson.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(config.electronVersion).toBe(packageJson.devDependencies.electron);
  });

  it('starts what the build puts out, and rebuilds nothing', () => {
    expect(packageJson.main).toBe('out/main/index.js');
    expect(config).toMatchObject({ asar: { smartUnpack: false }, npmRebuild: false });
    expect(config.files).toEqual([]);
  });

  it.each(platforms)('packs for %s its own compiled SQLite and no source or test', (platform) => {
    const files = config[platform]?.files as string[];
    expect(files).toContain(`!node_modules/better-sqlite3/prebuilds/!(${prebuilt[platform]}-\${arch}).node`);
    const whole = files.filter((pattern) => !pattern.startsWith('!'));
    expect(whole).toEqual([
      'out/main/**/*.js',
      'out/preload/*.cjs',
      'out/renderer/**',
      'out/legal/**',
      'resources/icon.png',
      'package.json',
    ]);
    expect(existsSync(join(root, config[platform]?.icon as string))).toBe(true);
  });

  it('names the compiled parts as better-sqlite3 does', () => {
    const names = readdirSync(join(root, 'node_modules/better-sqlite3/prebuilds'));
    expect(names).toEqual(expect.arrayContaining(['linux-x64.node', 'win32-x64.node', 'darwin-arm64.node']));
  });

  it('takes no file type and no address for its own', () => {
    for (const section of [config, config.linux, config.win, config.mac]) {
      expect(section).not.toHaveProperty('fileAssociations');
      expect(section).not.toHaveProperty('protocols');
    }
  });

  it('installs for one person, and leaves the receipts when the program goes', () => {
    expect(config.nsis).toMatchObject({ oneClick: true, perMachine: false, deleteAppDataOnUninstall: false });
  });

  it('asks macOS for nothing but what V8 needs', () => {
    expect(config.mac).toMatchObject({ hardenedRuntime: true, entitlements: config.mac?.entitlementsInherit });
    const entitlements = readFileSync(join(root, config.mac?.entitlements as string), 'utf8');
    expect([...entitlements.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
  });
});
