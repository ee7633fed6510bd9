import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'electron-updater/out/providerFactory.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkSelfInstall,
  DesktopInstaller,
  feedNameOf,
  type Updater,
} from '../../../../src/main/hosts/electron/updater.ts';
import type { Release } from '../../../../src/main/updates/feed.ts';
import { folder as freshFolder } from '../../../support/temporary-folder.ts';

const base = 'http://127.0.0.1:9/konter/';
const bytes = randomBytes(5000);
const release: Release = {
  version: '1.1.0',
  files: [
    { name: 'Konter.AppImage', sha512: createHash('sha512').update(bytes).digest('base64'), bytes: bytes.length },
  ],
  releasedAt: null,
  notes: null,
  stagedPercent: 10,
};

let path = '';
let feed: unknown;
let publishProgress: (info: { percent: number }) => void = () => {};
let updater: Updater;
const quitAndInstall = vi.fn<(silent?: boolean, again?: boolean) => void>();
const handOver = vi.fn<(last: () => void) => void>();

beforeEach(async () => {
  vi.clearAllMocks();
  path = join(await freshFolder(), 'Konter.AppImage');
  updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    disableDifferentialDownload: false,
    disableWebInstaller: false,
    logger: null,
    setFeedURL: (options) => {
      feed = options;
    },
    checkForUpdates: async () => ({ isUpdateAvailable: true }) as Awaited<ReturnType<Updater['checkForUpdates']>>,
    downloadUpdate: async () => {
      publishProgress({ percent: 50 });
      await writeFile(path, bytes);
      return [path];
    },
    quitAndInstall,
    on: (_event, listener) => {
      publishProgress = listener;
    },
  };
});

const installer = () =>
  new DesktopInstaller({ feedName: 'latest-linux.yml', fetch, load: async () => updater, handOver });

describe('bringing and installing with electron-updater', () => {
  it('leaves it no decision: nothing by itself, nothing older, no pieces', async () => {
    const shares: number[] = [];
    await installer().download(release, base, (share) => shares.push(share));
    expect(updater).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      disableDifferentialDownload: true,
      disableWebInstaller: true,
    });
    expect(shares).toEqual([0.5]);
  });

  it('answers it from the signed list, and asks no server what the newest is', async () => {
    await installer().download(release, base, () => {});
    const client = createClient(feed as never, updater as never, {} as never);
    client.setRequestHeaders({ 'x-user-staging-id': 'made-up' });
    const info = await client.getLatestVersion();
    expect(info).toMatchObject({ version: '1.1.0', files: [{ url: 'Konter.AppImage' }] });
    expect(info).not.toHaveProperty('stagingPercentage');
    expect(client.resolveFiles(info)).toEqual([
      { url: new URL(`${base}Konter.AppImage`), info: expect.objectContaining({ sha512: release.files[0]?.sha512 }) },
    ]);
    expect(client.fileExtraDownloadHeaders).toBeNull();
  });

  it('starts the other program only after the counter has closed', async () => {
    const desktop = installer();
    await desktop.download(release, base, () => {});
    await desktop.install();
    expect(quitAndInstall).not.toHaveBeenCalled();
    handOver.mock.calls[0]?.[0]();
    expect(quitAndInstall).toHaveBeenCalledExactlyOnceWith(true, true);
  });

  it('does not start a file that was changed after it was brought, nor one that came wrong', async () => {
    const desktop = installer();
    await expect(desktop.install()).rejects.toThrow('nothing to install');
    await desktop.download(release, base, () => {});
    await writeFile(path, 'something else');
    await expect(desktop.install()).rejects.toThrow('another one');
    expect(handOver).not.toHaveBeenCalled();
    updater.downloadUpdate = async () => {
      await writeFile(path, 'something else');
      return [path];
    };
    await expect(desktop.download(release, base, () => {})).rejects.toThrow('another one');
  });
});

it('knows which copies of the program cannot replace themselves', () => {
  expect(checkSelfInstall(false, 'win32', {})).toBe('not_packed');
  expect(checkSelfInstall(true, 'win32', {})).toBeNull();
  expect(checkSelfInstall(true, 'darwin', {})).toBeNull();
  expect(checkSelfInstall(true, 'linux', {})).toBe('by_hand');
  expect(checkSelfInstall(true, 'linux', { APPIMAGE: '/home/shop/Konter.AppImage' })).toBeNull();
});

it('asks for the list by the name that electron-builder gives it', () => {
  expect(feedNameOf('win32', 'x64')).toBe('latest.yml');
  expect(feedNameOf('darwin', 'arm64')).toBe('latest-mac.yml');
  expect(feedNameOf('linux', 'x64')).toBe('latest-linux.yml');
  expect(feedNameOf('linux', 'arm64')).toBe('latest-linux-arm64.yml');
});
