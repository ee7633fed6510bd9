import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AppImageTarget from 'app-builder-lib/out/targets/appimage/AppImageTarget.js';
import { generateAppRunScript } from 'app-builder-lib/out/targets/appimage/appImageUtil.js';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';
import { expect, it } from 'vitest';
import { readPackageConfig } from '../../scripts/package/check-config.ts';
import { temporaryFolder } from '../support/database-files.ts';

it('the desktop entry of the AppImage starts Konter without a switch', async () => {
  const config = await readPackageConfig();
  // What electron-builder's own generator asks of its packager, which only a whole packing makes.
  const packager = {
    config,
    platformSpecificBuildOptions: config.linux ?? {},
    executableName: 'konter',
    fileAssociations: [],
    appInfo: { productName: 'Konter', sanitizedProductName: 'Konter', buildVersion: '1', description: 'counter' },
    info: { metadata: {} },
  } as unknown as ConstructorParameters<typeof LinuxTargetHelper>[0];
  const target = new AppImageTarget('', packager, new LinuxTargetHelper(packager), '');
  // The entry is private; nothing public makes it without packing.
  const { desktopEntry } = target as unknown as { desktopEntry: { value: Promise<string> } };
  expect((await desktopEntry.value).split('\n')).toContain('Exec=AppRun %U');
}, 60_000);

it.runIf(process.platform === 'linux').each([
  ['hands on what it was given', 0, ['--settings', '/etc/s.json'], ['--settings', '/etc/s.json']],
  ['adds nothing', 0, [], []],
  ['adds --no-sandbox where user namespaces are restricted, at which Konter says what to do', 1, [], ['--no-sandbox']],
])('AppRun %s', (_what, unshareEnds, args, expected) => {
  const appDir = temporaryFolder();
  const program = (name: string, text: string): void => {
    writeFileSync(join(appDir, name), text);
    chmodSync(join(appDir, name), 0o755);
  };
  const script = { DesktopFileName: 'konter.desktop', ExecutableName: 'konter', ProductName: 'Konter' };
  program('AppRun', generateAppRunScript({ ...script, ProductFilename: 'Konter', ResourceName: 'appimagekit-konter' }));
  program('konter', '#!/bin/sh\nfor each in "$@"; do echo "$each"; done\n');
  program('unshare', `#!/bin/sh\nexit ${unshareEnds}\n`);
  const output = execFileSync(join(appDir, 'AppRun'), args, { env: { ...process.env, APPDIR: appDir } });
  expect(output.toString().split('\n').filter(Boolean)).toEqual(expected);
});
