import { statfs } from 'node:fs/promises';
import { arch, freemem, homedir, release, totalmem, uptime } from 'node:os';

const steps = [
  ['KB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
] as const;

/** Never more than five digits, which the log's mask leaves alone. */
export function roomInWords(bytes: number): string {
  const [unit, size] = steps.find(([, size]) => bytes < size * 10_000) ?? steps[2];
  return `${Math.round(bytes / size)} ${unit}`;
}

/** The person's own folder says a name; what lies below it does not. */
export function withoutHome(path: string, home = homedir()): string {
  return home !== '' && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

/** Free and whole room of the disk that a folder is on. */
export async function diskRoom(folder: string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return `${roomInWords(bavail * bsize)} free of ${roomInWords(blocks * bsize)}`;
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
      `${roomInWords(process.memoryUsage().rss)} used, ${roomInWords(freemem())} of ${roomInWords(totalmem())} free`,
    ],
    ['program up', `${Math.round(process.uptime() / 60)} min`],
  ];
}
