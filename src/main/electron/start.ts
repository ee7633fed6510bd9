import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, dialog, ipcMain, net, powerMonitor, protocol, safeStorage, session } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import { eventChannel } from '../../shared/contract/channels.ts';
import type { App, OpenApp } from '../app/app.ts';
import { pageScheme } from './address.ts';
import { setApplicationMenu } from './application-menu.ts';
import { openCounterWindow } from './counter-window.ts';
import { fileLog } from '../app/log/file-log.ts';
import { filePlaces } from './file-places.ts';
import { serveCalls } from './guarded-ipc.ts';
import { KeyStoreSecrets } from './key-store-secrets.ts';
import { lockNavigation } from './navigation-lock.ts';
import { watchOnline } from './online-watch.ts';
import { lockPermissions } from './permission-lock.ts';
import { QuitFlow } from './quit-flow.ts';
import { secretsFile } from './secrets-file.ts';
import { servePage } from './serve-page.ts';
import { slipPrinter } from './slip-printer.ts';
import { slipSaver } from './slip-saver.ts';
import { slipWindows } from './slip-windows.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** Where the built parts lie, absolute. */
export interface Built {
  page: string;
  preload: string;
  icon: string;
}

/** The counter gives what is being sent 8 s; a disk that takes longer than the rest of this is broken. */
const closingMs = 20_000;
const printingMs = 30_000;
/** A report of thousands of rows takes longer than a slip. */
const reportMs = 120_000;

/** To be called before the "ready" event: what cannot be said later. */
export function beforeReady(): void {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  app.on('web-contents-created', (_event, contents) => lockNavigation(contents));
}

/** Opens the counter and its window, and serves the one to the other until the program ends. */
export async function start(openApp: OpenApp, built: Built): Promise<void> {
  await app.whenReady();
  const dataDir = app.getPath('userData');
  const log = fileLog(join(dataDir, 'konter.log'));
  setApplicationMenu();
  lockPermissions(session.defaultSession);
  protocol.handle(
    pageScheme,
    servePage(built.page, (path) => readFile(path)),
  );
  const ownWindows = new Set<number>();
  const layOut = slipWindows(session.fromPartition('slip'));
  const opening = openApp({
    dataDir,
    env: process.env,
    secrets: new KeyStoreSecrets(safeStorage, secretsFile(join(dataDir, 'secrets.json.enc')), log, (why) =>
      dialog.showErrorBox('Konter', why),
    ),
    saver: slipSaver({
      layOut,
      askWhere: async ({ name, as }) => {
        const { canceled, filePath } = await dialog.showSaveDialog({
          defaultPath: join(app.getPath('documents'), name),
          filters: [{ name: as.toUpperCase(), extensions: [as] }],
        });
        return canceled || filePath === '' ? null : filePath;
      },
      write: (path, bytes) => writeFileAtomic(path, Buffer.from(bytes)),
      deadline: () => sleep(printingMs),
    }),
    places: filePlaces({
      layOut,
      askWhere: async ({ name, extension }) => {
        const { canceled, filePath } = await dialog.showSaveDialog({
          defaultPath: join(app.getPath('documents'), name),
          filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        });
        return canceled || filePath === '' ? null : filePath;
      },
      askWhich: async () => {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          properties: ['openFile'],
          filters: [{ name: 'CSV', extensions: ['csv', 'txt', 'tsv'] }],
        });
        return canceled ? null : (filePaths[0] ?? null);
      },
      write: (path, bytes) => writeFileAtomic(path, Buffer.from(bytes), { mode: 0o600 }),
      deadline: () => sleep(reportMs),
    }),
    printer: slipPrinter({
      printers: async () => {
        const window = BrowserWindow.getAllWindows()[0];
        return window === undefined ? [] : (await window.webContents.getPrintersAsync()).map(({ name }) => name);
      },
      layOut,
      deadline: () => sleep(printingMs),
    }),
    log,
    version: app.getVersion(),
  });
  const quit = new QuitFlow({
    close: async () => {
      const open = await opening.catch(() => null);
      await open?.close();
    },
    exit: (code) => app.exit(code),
    deadline: () => sleep(closingMs),
    log,
  });
  app.on('before-quit', quit.onBeforeQuit);
  app.on('window-all-closed', () => app.quit());
  const counter = await opening.catch((error: unknown) => {
    dialog.showErrorBox('Konter', whyNotOpened(error));
    app.exit(1);
    return null;
  });
  if (counter === null || quit.begun) return;
  serveCalls({ ipc: ipcMain, handlers: () => (quit.begun ? null : counter.handlers), ownWindows, log });
  const window = openCounterWindow({
    preload: built.preload,
    icon: built.icon,
    statePath: join(dataDir, 'window.json'),
    ownWindows,
    devTools: !app.isPackaged,
    log,
  });
  connect(counter, window);
}

/** What happens around the counter while it is open. */
function connect(counter: App, window: BrowserWindow): void {
  counter.subscribe((event) => {
    if (!window.isDestroyed()) window.webContents.send(eventChannel, event);
  });
  powerMonitor.on('resume', () => counter.wake());
  powerMonitor.on('unlock-screen', () => counter.wake());
  watchOnline(
    () => net.isOnline(),
    () => counter.wake(),
  );
  app.on('second-instance', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
}
