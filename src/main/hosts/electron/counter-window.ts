import { type BrowserWindow, screen } from 'electron';
import type { Log } from '../../base/system.ts';
import { pageUrl } from './address.ts';
import { reloadAfterCrash } from './after-crash.ts';
import type { ReloadPolicy } from './reload-policy.ts';
import { makeWindow } from './window-factory.ts';
import { keepPlace, placeKept, workAreas } from './window-place.ts';
import { keptOnScreen, openingBounds, smallestWindow } from './window-state.ts';

export interface CounterWindowOptions {
  preload: string;
  icon: string;
  /** where the window's place is kept */
  statePath: string;
  /** ids of the web contents that may call the counter; this window adds itself */
  ownWindows: Set<number>;
  devTools: boolean;
  log: Log;
  reloads: ReloadPolicy;
  /** the window stays hidden until the counter is open: one that does not open shows none */
  mayShow: Promise<unknown>;
  /** the page died once too often */
  onDead(): void;
}

/** Opens the window of the counter, where it was the last time. */
export function openCounterWindow(options: CounterWindowOptions): BrowserWindow {
  const kept = placeKept(options.statePath);
  const window = makeWindow({
    ...openingBounds(kept, workAreas()),
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
  const show = async (): Promise<void> => {
    await options.mayShow;
    if (window.isDestroyed()) return;
    if (kept?.maximized === true) window.maximize();
    else window.show();
  };
  window.once('ready-to-show', () => void show());
  window.on('close', () => {
    if (!keepPlace(window, options.statePath)) options.log.warn('the window’s place could not be kept');
  });
  window.on('unresponsive', () => options.log.warn('the page does not respond'));
  stayOnScreen(window);
  reloadAfterCrash(window, { ...options, says: 'the page died' });
  void window.loadURL(pageUrl).catch(() => options.log.error('the page could not be loaded'));
  return window;
}

/** Not every system brings a window back by itself whose screen was unplugged. */
function stayOnScreen(window: BrowserWindow): void {
  const look = (): void => {
    if (window.isDestroyed() || window.isFullScreen() || window.isMaximized()) return;
    const present = window.getBounds();
    const next = keptOnScreen(present, workAreas());
    if (next !== null && JSON.stringify(next) !== JSON.stringify(present)) window.setBounds(next);
  };
  screen.on('display-removed', look);
  screen.on('display-metrics-changed', look);
  window.once('closed', () => {
    screen.off('display-removed', look);
    screen.off('display-metrics-changed', look);
  });
}
