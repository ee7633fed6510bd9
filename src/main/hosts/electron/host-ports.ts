import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, dialog, safeStorage, session } from 'electron';
import type { SecretsError } from '../../base/secrets.ts';
import type { Log } from '../../base/system.ts';
import type { AppOptions } from '../../runtime/app.ts';
import { filePlaces, writeForOwner } from './file-places.ts';
import { KeyStoreSecrets, type SecretsFile } from './key-store-secrets.ts';
import { secretsFile } from './secrets-file.ts';
import { slipPrinter } from './slip-printer.ts';
import { slipSaver } from './slip-saver.ts';
import { slipWindows } from './slip-windows.ts';

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
          filters: [{ name: 'CSV', extensions: ['csv', 'txt', 'tsv'] }],
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
