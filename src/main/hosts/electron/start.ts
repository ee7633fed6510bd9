import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, dialog, ipcMain, Menu, net, powerMonitor, protocol, session } from 'electron';
import { fileLog } from '../../base/log/file-log.ts';
import { folderNameOf, type Role, roleOf, unknownRole } from '../../base/role.ts';
import { systemClock } from '../../base/system/clock-and-random.ts';
import { errorName, type Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { watchOnline } from '../../runtime/machine-watch.ts';
import { blockedSwitch, ownArguments } from './command-line.ts';
import { CustomerDisplay } from './customer-display.ts';
import { DesktopSettings, Kiosk } from './desktop-integration.ts';
import { serveCalls } from './guarded-ipc.ts';
import { builtPages, type Pages, pageScheme } from './page-protocol.ts';
import { askAboutQuitting, QuitFlow } from './quit-flow.ts';
import { type Built, displayParts, Shell } from './shell.ts';
import { lockNavigation, lockPermissions } from './window-rules.ts';

/** The counter waits 8 s for requests in progress; a disk that needs longer than the rest is broken. */
const closingMs = 20_000;

/**
 * Settings that must be made before the "ready" event. Answers whether the program may start; if not, the program prints the
 * reason and exits with 2.
 */
export function beforeReady(): boolean {
  app.enableSandbox();
  const refused = app.isPackaged ? blockedSwitch(app.commandLine) : null;
  if (refused !== null) {
    void refuseToStart(refused);
    return false;
  }
  const role = ownRole();
  if (role === null) {
    process.stderr.write(`${unknownRole}\n`);
    app.exit(2);
    return false;
  }
  // Before the lock on the folder is asked for: an office and a counter may run on one machine.
  const folder = app.getPath('userData');
  const ofRole = folderNameOf(role, folder);
  if (ofRole !== folder && !app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', ofRole);
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.on('web-contents-created', (_event, contents) => lockNavigation(contents));
  return true;
}

const ownRole = (): Role | null => roleOf(ownArguments(process.argv.slice(1)).office, process.env);

async function refuseToStart(name: string): Promise<void> {
  // On Linux a message before "ready" goes to stderr alone. Nothing else is waited for: a debugging port opens by then.
  if (name === 'no-sandbox') await app.whenReady();
  const why = `Konter tidak dibuka dengan --${name}.\nKonter is not opened with --${name}.`;
  dialog.showErrorBox('Konter', name === 'no-sandbox' ? `${why}\n\n${noSandboxWords}` : why);
  app.exit(2);
}

/**
 * Opens the window and the counter, and serves the one to the other until the program ends. The window is asked for first:
 * Chromium loads the page while the counter is loaded and opened. It is shown when both are there.
 * @param pages another source of the pages than the built folder, for development
 */
export async function start(built: Built, pages: Pages = builtPages(built.page)): Promise<void> {
  await app.whenReady();
  const dataDir = app.getPath('userData');
  const logPath = join(dataDir, 'konter.log');
  const log = fileLog(logPath);
  setApplicationMenu();
  lockPermissions(session.defaultSession);
  protocol.handle(pageScheme, pages.counter);
  const kiosk = new Kiosk(() => dialog.showErrorBox('Konter', kioskWords));
  let shell: Shell | null = null;
  const display = new CustomerDisplay(
    displayParts({
      serve: pages.display,
      preload: built.displayPreload,
      icon: built.icon,
      statePath: join(dataDir, 'display.json'),
      session: session.fromPartition('display'),
      counterBounds: () => shell?.bounds() ?? null,
      log,
    }),
  );
  const args = ownArguments(process.argv.slice(1));
  const open = async (): Promise<App> => {
    const { openCounter } = await import('./open-counter.ts');
    return await openCounter({
      dataDir,
      role: ownRole() ?? 'counter',
      settings: args.settings,
      desktop: new DesktopSettings(kiosk, display, app, log),
      displayHost: display,
      notices: built.notices,
      quit: () => quit,
      log,
      version: app.getVersion(),
    });
  };
  const launch = Promise.resolve().then(open);
  const opened = launch.catch(() => null);
  let counter: App | null = null;
  const quit = new QuitFlow({
    sending: () => counter?.sending() ?? 0,
    answered: async () => counter?.answered(),
    confirmQuit: (count) => askAboutQuitting(dialog, count),
    close: async () => (await opened)?.close(),
    exit: (code) => app.exit(code),
    deadline: () => sleep(closingMs),
    log,
  });
  app.on('before-quit', quit.onBeforeQuit);
  app.on('window-all-closed', () => app.quit());
  endWithMachine(quit, log);
  const ownWindows = new Set<number>();
  const handlers = async () => {
    const there = await opened;
    return quit.begun ? null : (there?.handlers ?? null);
  };
  serveCalls({ ipc: ipcMain, handlers, ownWindows, log });
  shell = new Shell({ opened, built, dataDir, logPath, ownWindows, kiosk, display, quit, log });
  shell.openCounter();
  app.on('second-instance', shell.toFront);
  counter = await launch.catch(async (error: unknown) => {
    const { startupErrorText } = await import('./startup-error-dialog.ts');
    dialog.showErrorBox('Konter', startupErrorText(error));
    app.exit(1);
    return null;
  });
  if (counter !== null && !quit.begun) wakeWithMachine(counter);
}

/** AppRun adds the switch by itself where unprivileged user namespaces are restricted (Ubuntu since 23.10). */
const noSandboxWords =
  'Hapus --no-sandbox dari pintasan. Bila dibuka dari AppImage tanpa itu, sistem ini membatasi “user namespaces” (Ubuntu 23.10 dan sesudahnya): pasang paket .deb Konter, yang membawa profil AppArmor.\n\n' +
  'Remove --no-sandbox from the shortcut. If the AppImage was opened without it, this system restricts user namespaces (Ubuntu 23.10 and later): install Konter’s .deb package, which brings an AppArmor profile.';

const kioskWords =
  'Mode kios: Konter baru bisa ditutup setelah mode kios dimatikan di Pengaturan (F9) → Layar.\n\n' +
  'Kiosk mode: Konter can be closed once kiosk mode is switched off in Settings (F9) → Screen.';

/** No menu, and so no shortcuts for reloading, zooming or developer tools; macOS needs one for copy and paste to work. */
function setApplicationMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null,
  );
}

/** The machine sleeps, wakes and comes back online: the relay is polled at once, not when a dead poll has timed out. */
function wakeWithMachine(counter: Pick<App, 'wake'>): void {
  powerMonitor.on('resume', () => counter.wake());
  powerMonitor.on('unlock-screen', () => counter.wake());
  watchOnline(
    systemClock,
    () => net.isOnline(),
    () => counter.wake(),
  );
}

/**
 * Ends the program cleanly when no person can be asked: a signal, the system's shutdown, an uncaught error of our own. After an
 * uncaught error the process's state is unknown; the disk is whole, and the next start recovers the sales in progress.
 */
function endWithMachine(quit: QuitFlow, log: Log): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => quit.atOnce());
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // Linux and macOS wait with the shutdown while this is prevented.
    event?.preventDefault();
    quit.atOnce();
  });
  process.on('uncaughtException', (error) => {
    log.error('the program failed', { error: error.name, at: placeOf(error) });
    void dialog.showMessageBox({ type: 'error', title: 'Konter', message: failedWords });
    quit.atOnce(1);
  });
  process.on('unhandledRejection', (reason) => {
    log.error('something was not awaited', {
      error: errorName(reason),
      at: placeOf(reason),
    });
  });
}

/** Without the message, which may hold a customer's data. */
function placeOf(error: unknown): string | null {
  const line = error instanceof Error ? error.stack?.split('\n').find((text) => /^\s+at /.test(text)) : undefined;
  return line?.trim() ?? null;
}

const failedWords =
  'Konter mengalami kesalahan dan ditutup. Penjualan tersimpan; buka Konter lagi, dan lihat yang belum pasti.\n\n' +
  'Konter failed and closes. Sales are saved; open Konter again, and look at what is unknown.';
