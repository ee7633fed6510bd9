import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, dialog, net, type Session, safeStorage, session } from 'electron';
import { z } from 'zod';
import { defaultStateDir } from '../../base/data-dir.ts';
import { type Role, roleOf } from '../../base/role.ts';
import type { SecretsError } from '../../base/secrets.ts';
import { nodeSystem } from '../../base/system/node-system.ts';
import { errorName, type Log } from '../../base/system.ts';
import { selfCheck, verdictLines } from '../../diagnostics/index.ts';
import type { DisplayHost } from '../../display/index.ts';
import { type App, type AppOptions, createApp, type Desktop } from '../../runtime/create-app.ts';
import { managedSettingsPath } from '../../settings/index.ts';
import { ownArguments } from './command-line.ts';
import {
  filePlaces,
  pdfOptions,
  pictureOf,
  type SavableSlip,
  slipBox,
  slipSaver,
  writeForOwner,
} from './file-dialogs.ts';
import {
  askAboutLockedSecrets,
  KeyStoreSecrets,
  type SecretsFile,
  secretsFile,
  secretsText,
} from './key-store-secrets.ts';
import { pageScheme, SlipShelf } from './page-protocol.ts';
import type { QuitFlow } from './quit-flow.ts';
import { relaunch } from './shell.ts';
import { type LaidOutSlip, slipPrinter } from './slip-printer.ts';
import { checkSelfInstall, DesktopInstaller, feedNameOf } from './updater.ts';
import { makeWindow } from './window-factory.ts';
import { lockPermissions } from './window-rules.ts';

interface CounterParts {
  dataDir: string;
  role: Role;
  /** --settings */
  settings: string | undefined;
  desktop: Desktop;
  displayHost: DisplayHost;
  notices: string;
  quit: () => QuitFlow;
  log: Log;
  version: string;
}

/** The counter with all parts of this host. Loaded after the window was opened: it is nine tenths of the program. */
export async function openCounter({ dataDir, settings, quit, log, ...rest }: CounterParts): Promise<App> {
  const secrets = hostSecrets(dataDir, log, (reason) => dialog.showErrorBox('Konter', secretsText(reason)));
  const locked = await secrets.checkNotManaged();
  if (locked !== null && (await askAboutLockedSecrets(dialog, locked)) === 'again') {
    // Chromium asks the key store once in the life of a process.
    relaunch();
    app.exit(0);
    return await new Promise<never>(() => {});
  }
  return await createApp(nodeSystem, {
    ...rest,
    dataDir,
    stateDir: defaultStateDir(),
    env: process.env,
    fleet: managedSettingsPath(settings, process.env),
    secrets,
    ...hostPorts(),
    ...hostInstaller(quit),
    log,
  });
}

/** This host's installer of updates. @param quit is known by the time an update is installed */
function hostInstaller(quit: () => QuitFlow): Required<Pick<AppOptions, 'installer'>> {
  const why = checkSelfInstall(app.isPackaged, process.platform, process.env);
  if (why !== null) return { installer: why };
  const installer = new DesktopInstaller({
    feedName: feedNameOf(process.platform, process.arch),
    // Chromium's, for the system's proxy. Nothing is sold over it.
    fetch: (url, init) => net.fetch(url, { ...init, credentials: 'omit', cache: 'no-store' }),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    handOver: (last) => quit().handOver(last),
  });
  return { installer };
}

/** `konter --check [--office] [--json]`: prints whether this counter could sell, and exits with the code. Opens no window. */
export async function checkAndEnd(): Promise<void> {
  await app.whenReady();
  const { settings, json, office } = ownArguments(process.argv.slice(1));
  const dataDir = app.getPath('userData');
  const silent = { info() {}, warn() {}, error() {} };
  try {
    const verdict = await selfCheck(nodeSystem, {
      dataDir,
      env: process.env,
      // beforeReady has refused another word.
      role: roleOf(office, process.env) ?? 'counter',
      fleet: managedSettingsPath(settings, process.env),
      // Reading re-encrypts when the system has a newer key. The counter that may run on this folder does that itself.
      secrets: hostSecrets(dataDir, silent, () => {}, { write: async () => {} }),
    });
    const text = `${json ? JSON.stringify(verdict) : verdictLines(verdict)}\n`;
    // A pipe of Windows would be cut off by the exit.
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    app.exit(verdict.code);
  } catch (error) {
    process.stderr.write(`The check failed (${errorName(error)}).\n`);
    app.exit(1);
  }
}

const printingMs = 30_000;
/** A report of thousands of rows takes longer than a slip. */
const reportMs = 120_000;

/**
 * Secrets in the system's key store.
 * @param notifyPerson why one could not be kept
 * @param file what is done otherwise with the file
 */
function hostSecrets(
  dataDir: string,
  log: Log,
  notifyPerson: (reason: SecretsError['reason']) => void,
  file: Partial<SecretsFile> = {},
): KeyStoreSecrets {
  const diskFile = secretsFile(join(dataDir, 'secrets.json.enc'));
  return new KeyStoreSecrets(safeStorage, { ...diskFile, ...file }, log, notifyPerson);
}

/** Paper and files as this host does them: hidden windows lay pages out, the system's dialogs ask where to. */
function hostPorts(): Required<Pick<AppOptions, 'printer' | 'saver' | 'fileDialogs'>> {
  const layOut = slipWindows(session.fromPartition('slip'));
  return {
    saver: slipSaver({
      layOut,
      askWhere: ({ name, as }) => askWhere(name, as),
      write: writeForOwner,
      deadline: () => sleep(printingMs),
    }),
    fileDialogs: filePlaces({
      layOut,
      askWhere: ({ name, extension }) => askWhere(name, extension),
      askWhich: async () => {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          properties: ['openFile'],
          filters: [{ name: 'Excel, CSV', extensions: ['xlsx', 'xls', 'csv', 'txt', 'tsv'] }],
        });
        return canceled ? null : (filePaths[0] ?? null);
      },
      write: writeForOwner,
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
  };
}

async function askWhere(name: string, extension: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  });
  return canceled || filePath === '' ? null : filePath;
}

/** How far down the slip reaches, asked of the page as it was laid out. */
const slipHeight = 'Math.ceil(document.body.getBoundingClientRect().bottom)';

/**
 * Lays slips out in hidden windows without a preload, on a session that knows nothing but slips.
 * @param session of its own, in memory
 */
function slipWindows(session: Session): (html: string) => Promise<LaidOutSlip & SavableSlip> {
  const shelf = new SlipShelf();
  lockPermissions(session);
  session.protocol.handle(pageScheme, shelf.serve);
  return async (html) => {
    const url = shelf.put(html);
    const window = makeWindow({ show: false, session, devTools: false });
    const discard = (): void => {
      shelf.remove(url);
      if (!window.isDestroyed()) window.destroy();
    };
    try {
      await window.loadURL(url);
    } catch (error) {
      discard();
      throw error;
    }
    return { ...laidOut(window), discard };
  };
}

const Box = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() });
const Drawn = z.object({ data: z.base64() });

function laidOut(window: BrowserWindow): Omit<LaidOutSlip & SavableSlip, 'discard'> {
  return {
    height: async () =>
      z
        .number()
        .nonnegative()
        .parse(await window.webContents.executeJavaScript(slipHeight)),
    pdf: () => window.webContents.printToPDF(pdfOptions),
    async png() {
      const box = Box.parse(await window.webContents.executeJavaScript(slipBox));
      const devTools = window.webContents.debugger;
      devTools.attach('1.3');
      const drawn = Drawn.parse(await devTools.sendCommand('Page.captureScreenshot', pictureOf(box)));
      return Buffer.from(drawn.data, 'base64');
    },
    print: (options) =>
      new Promise((resolve) => {
        window.webContents.print(options, (handedOver, reason) => resolve(handedOver ? null : reason || 'refused'));
      }),
  };
}
