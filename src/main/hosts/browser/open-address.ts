import { randomBytes } from 'node:crypto';
import { rmdirSync, rmSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import open from 'open';

const pageWaitMs = 10_000;
const fileLifeMs = 60_000;

interface OneTimeAddress {
  /** with the token */
  url: string;
  /** resolves when a page has traded the token */
  signedIn: Promise<void>;
  /** Shows the address at the terminal. Called at most once, and only where a person has to open it. */
  show: () => void;
}

/** Whether a window can be shown. Windows and macOS always have a desktop; elsewhere X11 or Wayland must be there. */
export const hasScreen = (): boolean =>
  process.platform === 'win32' ||
  process.platform === 'darwin' ||
  Boolean(process.env['DISPLAY']) ||
  Boolean(process.env['WAYLAND_DISPLAY']);

/**
 * Opens the browser of this machine on the address. Every user of the machine can read a program's arguments, so the browser
 * opens a file that redirects to the address. Shows the address where no browser opens or no page calls within 10 s.
 * Never rejects: the counter runs either way.
 */
export async function openAddress({ url, signedIn, show }: OneTimeAddress): Promise<void> {
  let isSettled = false;
  const byHand = (): void => {
    if (isSettled) return;
    isSettled = true;
    show();
    process.stderr.write('No page has opened: open the address above by hand, on this machine.\n');
  };
  const settle = (): void => {
    isSettled = true;
  };
  void signedIn.then(settle);
  if (!hasScreen()) return byHand();
  try {
    const file = await writeRedirect(url);
    void Promise.race([signedIn, delay(fileLifeMs, undefined, { ref: false })]).then(file.remove);
    const opener = await open(file.path);
    opener.once('error', byHand);
    opener.once('exit', (code) => {
      if (code !== null && code !== 0) byHand();
    });
  } catch {
    return byHand();
  }
  void delay(pageWaitMs, undefined, { ref: false }).then(byHand);
  return undefined;
}

/**
 * A file that only this user can read. It lies in a visible folder of the home directory: browsers packed as snaps see neither
 * hidden folders nor the system's /tmp. Rejects where the file system keeps no modes.
 */
async function writeRedirect(url: string): Promise<{ path: string; remove: () => void }> {
  const folder = join(homedir(), 'konter-open');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await closeToOthers(folder);
  await removeLeftovers(folder);
  const path = join(folder, `${randomBytes(8).toString('hex')}.html`);
  await writeFile(path, redirectTo(url), { flag: 'wx', mode: 0o600 });
  const remove = (): void => {
    process.off('exit', remove);
    try {
      rmSync(path, { force: true });
      rmdirSync(folder);
    } catch {
      // Another counter's file is in it, or the folder is in use.
    }
  };
  process.once('exit', remove);
  return { path, remove };
}

/** On Windows the home directory's access list closes it. */
async function closeToOthers(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const before = await lstat(folder);
  if (!before.isDirectory() || before.uid !== process.getuid?.()) throw new Error('not a folder of this user');
  await chmod(folder, 0o700);
  if (((await lstat(folder)).mode & 0o077) !== 0) throw new Error('the folder stays open to others');
}

/** Of a counter that was killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOld = Date.now() - (await lstat(path)).mtimeMs > fileLifeMs;
    if (isOld && /^[0-9a-f]{16}\.html$/.test(name)) await rm(path, { force: true });
  }
}

/** The address is our own: it holds no quote, no & and no <. */
const redirectTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Konter</title>
<p><a href="${url}">Konter</a></p>
`;
