import { statfs } from 'node:fs/promises';
import { arch, freemem, homedir, release, totalmem, uptime } from 'node:os';

const steps = [
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
] as const;

/** At most five digits, so that the log's mask does not hide it. */
export function formatBytes(bytes: number): string {
  const [unit, size] = steps.find(([, size]) => bytes < size * 10_000) ?? steps[2];
  return `${Math.round(bytes / size)} ${unit}`;
}

/** Replaces the home folder, which contains the user's name. */
export function withoutHome(path: string, home = homedir()): string {
  return home !== '' && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

/** Free and total space of a folder's disk. */
export async function diskSpace(folder: string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return `${formatBytes(bavail * bsize)} free of ${formatBytes(blocks * bsize)}`;
  } catch {
    return 'not available';
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
      `${formatBytes(process.memoryUsage().rss)} used, ${formatBytes(freemem())} of ${formatBytes(totalmem())} free`,
    ],
    ['program up', `${Math.round(process.uptime() / 60)} min`],
  ];
}
