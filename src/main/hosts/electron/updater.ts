import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { UpdateInfo } from 'builder-util-runtime';
import type { AppUpdater, Provider, ResolvedUpdateFileInfo } from 'electron-updater';
import type { Installer, Release } from '../../updates/index.ts';

/** The used part of electron-updater. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'disableDifferentialDownload'
  | 'disableWebInstaller'
  | 'logger'
  | 'setFeedURL'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
> & { on(event: 'download-progress', listener: (info: { percent: number }) => void): unknown };

interface InstallerParts {
  feedName: string;
  fetch: Installer['fetch'];
  /** loaded when it is needed first: it is large, and most days bring no release */
  load: () => Promise<Updater>;
  /** Closes the counter and only then lets `last` end the program. Rejects when the program is ending already. */
  handOver: (last: () => void) => void;
}

/** Brings and installs releases with electron-updater, which decides nothing here. */
export class DesktopInstaller implements Installer {
  readonly feedName: string;
  readonly fetch: Installer['fetch'];
  readonly #parts: InstallerParts;
  #updater: Promise<Updater> | null = null;
  #brought: { path: string; digests: readonly string[] } | null = null;
  #progress: (share: number) => void = () => {};

  constructor(parts: InstallerParts) {
    this.#parts = parts;
    this.feedName = parts.feedName;
    this.fetch = parts.fetch;
  }

  async download(release: Release, base: string, progress: (share: number) => void): Promise<void> {
    const updater = await this.#load();
    this.#progress = progress;
    updater.setFeedURL({ provider: 'custom', updateProvider: releaseProvider(release, base) });
    const update = await updater.checkForUpdates();
    if (update?.isUpdateAvailable !== true) throw new Error('electron-updater sees no newer release');
    const [path] = await updater.downloadUpdate();
    if (path === undefined) throw new Error('electron-updater brought nothing');
    this.#brought = { path, digests: release.files.map(({ sha512 }) => sha512) };
    await this.#isStillWhole(this.#brought);
  }

  async install(): Promise<void> {
    if (this.#brought === null) throw new Error('there is nothing to install');
    // It may have lain there for days.
    await this.#isStillWhole(this.#brought);
    const updater = await this.#load();
    this.#parts.handOver(() => updater.quitAndInstall(true, true));
  }

  async #isStillWhole({ path, digests }: { path: string; digests: readonly string[] }): Promise<void> {
    const hash = createHash('sha512');
    await pipeline(createReadStream(path), hash);
    if (!digests.includes(hash.digest('base64'))) throw new Error('the file that was brought is another one now');
  }

  #load(): Promise<Updater> {
    this.#updater ??= this.#parts.load().then((updater) => {
      // Each of these is decided in app/updates, by rules that are tested.
      updater.autoDownload = false;
      updater.autoInstallOnAppQuit = false;
      updater.allowDowngrade = false;
      // Whole files only: assembling a file from pieces of the old one is one more source of errors.
      updater.disableDifferentialDownload = true;
      updater.disableWebInstaller = true;
      // It writes addresses.
      updater.logger = null;
      updater.on('download-progress', ({ percent }) => this.#progress(percent / 100));
      return updater;
    });
    return this.#updater;
  }
}

/**
 * Why this copy of the program cannot replace itself. On Linux only an AppImage can: other packages belong to a package
 * manager.
 */
export function checkSelfInstall(
  packed: boolean,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): 'not_packed' | 'by_hand' | null {
  if (!packed) return 'not_packed';
  if (platform === 'linux' && !env['APPIMAGE']) return 'by_hand';
  return platform === 'linux' || platform === 'win32' || platform === 'darwin' ? null : 'by_hand';
}

/** The list's name, as electron-builder names it. */
export function feedNameOf(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'darwin') return 'latest-mac.yml';
  if (platform === 'win32') return 'latest.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

type UpdateSource = Pick<
  Provider<UpdateInfo>,
  'getLatestVersion' | 'resolveFiles' | 'setRequestHeaders' | 'fileExtraDownloadHeaders' | 'isUseMultipleRangeRequest'
>;

/**
 * electron-updater asks this for the newest release. It answers from the signed list that was read before and asks no server:
 * the signature covers everything that is downloaded.
 * @param base the address of the files, with a slash at the end
 */
function releaseProvider(release: Release, base: string): new () => UpdateSource {
  const files = release.files.map(({ name, sha512, bytes }) => ({ url: name, sha512, size: bytes }));
  const [first] = files;
  const info: UpdateInfo = {
    version: release.version,
    files,
    path: first?.url ?? '',
    sha512: first?.sha512 ?? '',
    releaseDate: release.releasedAt ?? '',
  };
  return class implements UpdateSource {
    readonly fileExtraDownloadHeaders = null;
    readonly isUseMultipleRangeRequest = false;
    /** Would send the server a number of this counter. */
    setRequestHeaders(): void {}
    async getLatestVersion(): Promise<UpdateInfo> {
      return info;
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return files.map((file) => ({ url: new URL(file.url, base), info: file }));
    }
  };
}
