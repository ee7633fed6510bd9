import type { UpdateInfo } from 'builder-util-runtime';
import type { Provider, ResolvedUpdateFileInfo } from 'electron-updater';
import type { Release } from '../../updates/index.ts';

type Asked = Pick<
  Provider<UpdateInfo>,
  'getLatestVersion' | 'resolveFiles' | 'setRequestHeaders' | 'fileExtraDownloadHeaders' | 'isUseMultipleRangeRequest'
>;

/**
 * What electron-updater asks for the newest release. It answers from the list that was signed and read before, and asks no
 * server: what is downloaded is what the signature covers.
 * @param base where the files lie, with a slash at the end
 */
export function releaseProvider(release: Release, base: string): new () => Asked {
  const files = release.files.map(({ name, sha512, bytes }) => ({ url: name, sha512, size: bytes }));
  const [first] = files;
  const info: UpdateInfo = {
    version: release.version,
    files,
    path: first?.url ?? '',
    sha512: first?.sha512 ?? '',
    releaseDate: release.releasedAt ?? '',
  };
  return class implements Asked {
    readonly fileExtraDownloadHeaders = null;
    readonly isUseMultipleRangeRequest = false;
    /** It would tell the server a number of this counter's. */
    setRequestHeaders(): void {}
    async getLatestVersion(): Promise<UpdateInfo> {
      return info;
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return files.map((file) => ({ url: new URL(file.url, base), info: file }));
    }
  };
}
