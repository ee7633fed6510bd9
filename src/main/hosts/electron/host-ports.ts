import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, dialog, type Session, safeStorage, session } from 'electron';
import { z } from 'zod';
import type { SecretsError } from '../../base/secrets.ts';
import type { Log } from '../../base/system.ts';
import type { AppOptions } from '../../runtime/create-app.ts';
import {
  filePlaces,
  pdfOptions,
  pictureOf,
  type SavableSlip,
  slipBox,
  slipSaver,
  writeForOwner,
} from './file-dialogs.ts';
import { KeyStoreSecrets, type SecretsFile, secretsFile } from './key-store-secrets.ts';
import { pageScheme, SlipShelf } from './page-protocol.ts';
import { type LaidOutSlip, slipPrinter } from './slip-printer.ts';
import { makeWindow } from './window-factory.ts';
import { lockPermissions } from './window-locks.ts';

const printingMs = 30_000;
/** A report of thousands of rows takes longer than a slip. */
const reportMs = 120_000;

/**
 * Secrets in the system's key store.
 * @param notifyPerson why one could not be kept
 * @param file what is done otherwise with the file
 */
export function hostSecrets(
  dataDir: string,
  log: Log,
  notifyPerson: (reason: SecretsError['reason']) => void,
  file: Partial<SecretsFile> = {},
): KeyStoreSecrets {
  const kept = secretsFile(join(dataDir, 'secrets.json.enc'));
  return new KeyStoreSecrets(safeStorage, { ...kept, ...file }, log, notifyPerson);
}

/** Paper and files as this host does them: hidden windows lay pages out, the system's dialogs ask where to. */
export function hostPorts(): Required<Pick<AppOptions, 'printer' | 'saver' | 'places'>> {
  const layOut = slipWindows(session.fromPartition('slip'));
  return {
    saver: slipSaver({
      layOut,
      askWhere: ({ name, as }) => askWhere(name, as),
      write: writeForOwner,
      deadline: () => sleep(printingMs),
    }),
    places: filePlaces({
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
export function slipWindows(session: Session): (html: string) => Promise<LaidOutSlip & SavableSlip> {
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
