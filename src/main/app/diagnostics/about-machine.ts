import { statfs } from 'node:fs/promises';
import { arch, freemem, homedir, release, totalmem, uptime } from 'node:os';

const megabyte = 1024 * 1024;
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`;

/** The person's own folder says a name; what lies below it does not. */
export function withoutHome(path: string, home = homedir()): string {
  return home !== '' && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

/** Free and whole room of the disk that a folder is on. */
export async function diskRoom(folder: string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return `${inMegabytes(bavail * bsize)} free of ${inMegabytes(blocks * bsize)}`;
  } catch {
    return 'not to be reached';
  }
}

export function machineLines(): [string, string][] {
  const { electron, chrome, node } = process.versions;
  return [
    ['host', electron === undefined ? 'browser' : `desktop, Electron ${electron}, Chromium ${chrome ?? '?'}`],
    ['node', node],
    ['system', `${process.platform} ${release()} ${arch()}, up ${Math.round(uptime() / 3600)} h`],
    [
      'memory',
      `${inMegabytes(process.memoryUsage().rss)} used, ${inMegabytes(freemem())} of ${inMegabytes(totalmem())} free`,
    ],
    ['program up', `${Math.round(process.uptime() / 60)} min`],
  ];
}
