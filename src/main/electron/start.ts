import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, dialog, ipcMain, protocol, session } from 'electron';
import type { OpenApp } from '../app/app.ts';
import { fileLog } from '../app/log/file-log.ts';
import { fleetPlace } from '../app/settings/fleet-file.ts';
import { pageScheme } from './address.ts';
import { setApplicationMenu } from './application-menu.ts';
import { ownArguments } from './arguments.ts';
import { askAboutQuitting } from './ask-about-quitting.ts';
import { CustomerDisplay } from './customer-display.ts';
import { DesktopWishes } from './desktop-wishes.ts';
import { displayParts } from './display-window.ts';
import { serveCalls } from './guarded-ipc.ts';
import { hostInstaller } from './host-installer.ts';
import { hostPorts, hostSecrets } from './host-ports.ts';
import { Kiosk } from './kiosk.ts';
import { endWithMachine, wakeWithMachine } from './machine-events.ts';
import { lockNavigation } from './navigation-lock.ts';
import { lockPermissions } from './permission-lock.ts';
import { QuitFlow } from './quit-flow.ts';
import { refusedSwitch } from './refused-switches.ts';
import { servePage } from './serve-page.ts';
import { type Built, Shell } from './shell.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** The counter gives what is being sent 8 s; a disk that takes longer than the rest of this is broken. */
const closingMs = 20_000;

/** To be called before the "ready" event: what cannot be said later. Answers whether the program may start at all. */
export function beforeReady(): boolean {
  app.enableSandbox();
  const refused = app.isPackaged ? refusedSwitch((name) => app.commandLine.hasSwitch(name)) : null;
  if (refused !== null) {
    dialog.showErrorBox('Konter', `Konter tidak dibuka dengan --${refused}.\nKonter is not opened with --${refused}.`);
    return false;
  }
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.on('web-contents-created', (_event, contents) => lockNavigation(contents));
  return true;
}

/** Opens the counter and its window, and serves the one to the other until the program ends. */
export async function start(openApp: OpenApp, built: Built): Promise<void> {
  await app.whenReady();
  const dataDir = app.getPath('userData');
  const logPath = join(dataDir, 'konter.log');
  const log = fileLog(logPath);
  setApplicationMenu();
  lockPermissions(session.defaultSession);
  protocol.handle(
    pageScheme,
    servePage(built.page, (path) => readFile(path)),
  );
  const kiosk = new Kiosk(() => dialog.showErrorBox('Konter', kioskWords));
  let shell: Shell | null = null;
  const display = new CustomerDisplay(
    displayParts({
      page: built.page,
      preload: built.displayPreload,
      icon: built.icon,
      statePath: join(dataDir, 'display.json'),
      session: session.fromPartition('display'),
      counterBounds: () => shell?.bounds() ?? null,
      log,
    }),
  );
  const given = ownArguments(process.argv.slice(1));
  const opening = openApp({
    dataDir,
    env: process.env,
    fleet: fleetPlace(given.settings, process.env),
    secrets: hostSecrets(dataDir, log, (why) => dialog.showErrorBox('Konter', why)),
    ...hostPorts(),
    ...hostInstaller(() => quit),
    notices: built.notices,
    desktop: new DesktopWishes(kiosk, display, log),
    displayHost: display,
    log,
    version: app.getVersion(),
  });
  const opened = opening.catch(() => null);
  let counter: Awaited<typeof opened> = null;
  const quit = new QuitFlow({
    sending: () => counter?.sending() ?? 0,
    answered: async () => counter?.answered(),
    ask: (count) => askAboutQuitting(dialog, count),
    close: async () => (await opened)?.close(),
    exit: (code) => app.exit(code),
    deadline: () => sleep(closingMs),
    log,
  });
  app.on('before-quit', quit.onBeforeQuit);
  app.on('window-all-closed', () => app.quit());
  endWithMachine(quit, log);
  counter = await opening.catch((error: unknown) => {
    dialog.showErrorBox('Konter', whyNotOpened(error));
    app.exit(1);
    return null;
  });
  if (counter === null || quit.begun) return;
  const { handlers } = counter;
  const ownWindows = new Set<number>();
  serveCalls({ ipc: ipcMain, handlers: () => (quit.begun ? null : handlers), ownWindows, log });
  shell = new Shell({ counter, built, dataDir, logPath, ownWindows, kiosk, display, quit, log });
  shell.openCounter();
  wakeWithMachine(counter);
  app.on('second-instance', shell.toFront);
}

const kioskWords =
  'Mode kios: Konter baru bisa ditutup setelah mode kios dimatikan di Pengaturan (F9) → Layar.\n\n' +
  'Kiosk mode: Konter can be closed once kiosk mode is switched off in Settings (F9) → Screen.';
