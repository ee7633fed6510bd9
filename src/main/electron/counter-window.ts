import { readFileSync, writeFileSync } from 'node:fs';
import { type BrowserWindow, dialog, screen } from 'electron';
import type { Log } from '../ports/log.ts';
import { pageUrl } from './address.ts';
import { ReloadPolicy } from './reload-policy.ts';
import { makeWindow } from './window-factory.ts';
import { openingBounds, readWindowState, smallestWindow, type WindowState } from './window-state.ts';

export interface CounterWindowOptions {
  preload: string;
  icon: string;
  /** where the window's place is kept */
  statePath: string;
  /** ids of the web contents that may call the counter; this window adds itself */
  ownWindows: Set<number>;
  devTools: boolean;
  log: Log;
}

/** Opens the window of the counter, where it was the last time. */
export function openCounterWindow(options: CounterWindowOptions): BrowserWindow {
  const kept = readWindowState(textOf(options.statePath));
  const window = makeWindow({
    ...openingBounds(
      kept,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Konter',
    icon: options.icon,
    show: false,
    preload: options.preload,
    devTools: options.devTools,
  });
  const { id } = window.webContents;
  options.ownWindows.add(id);
  window.webContents.once('destroyed', () => options.ownWindows.delete(id));
  window.once('ready-to-show', () => (kept?.maximized === true ? window.maximize() : window.show()));
  window.on('close', () => keepPlace(window, options));
  reloadAfterCrash(window, options.log);
  void window.loadURL(pageUrl).catch(() => options.log.error('the page could not be loaded'));
  return window;
}

function reloadAfterCrash(window: BrowserWindow, log: Log): void {
  const policy = new ReloadPolicy();
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    const next = policy.afterCrash(performance.now());
    log.error('the page died', { reason: details.reason, next });
    if (next === 'reload') {
      window.webContents.reload();
      return;
    }
    dialog.showErrorBox(
      'Konter',
      'Tampilan terus berhenti. Transaksi tersimpan; tutup dan buka lagi Konter.\n\n' +
        'The page keeps stopping. Sales are saved; close Konter and open it again.',
    );
    window.close();
  });
}

function keepPlace(window: BrowserWindow, { statePath, log }: CounterWindowOptions): void {
  const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    writeFileSync(statePath, JSON.stringify(state));
  } catch {
    log.warn('the window’s place could not be kept');
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
