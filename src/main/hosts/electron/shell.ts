import { join } from 'node:path';
import { app, type BrowserWindow, dialog, type Rectangle, type Session, screen, session } from 'electron';
import { eventChannel } from '../../../shared/contract/bridge.ts';
import { displayChannel } from '../../../shared/contract/display-bridge.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import type {
  CustomerDisplay,
  CustomerDisplayParts,
  DisplayPlace,
  DisplayWindow,
  PresentScreen,
} from './customer-display.ts';
import type { Kiosk } from './desktop-integration.ts';
import { displayUrl, type Pages, pageScheme, pageUrl } from './page-protocol.ts';
import { mayLoseInput, type QuitFlow } from './quit-flow.ts';
import { keepPlace, makeWindow, placeKept, workAreas } from './window-factory.ts';
import {
  keptOnScreen,
  lockPermissions,
  openingBounds,
  ReloadPolicy,
  reloadAfterCrash,
  smallestWindow,
} from './window-rules.ts';

/** Absolute paths of the built parts. */
export interface Built {
  page: string;
  preload: string;
  displayPreload: string;
  /** the licences of all parts of the program */
  notices: string;
  icon: string;
}

interface ShellOptions {
  /** resolves when the counter is open; null: it does not open, and the program ends */
  opened: Promise<App | null>;
  built: Built;
  dataDir: string;
  logPath: string;
  ownWindows: Set<number>;
  kiosk: Kiosk;
  display: CustomerDisplay;
  quit: QuitFlow;
  log: Log;
}

/** The window in use: the counter's, or the recovery screen after repeated crashes. */
export class Shell {
  readonly #options: ShellOptions;
  /** over all windows: one that is opened again and dies at once is not reloaded three times more */
  readonly #reloads = new ReloadPolicy();
  #window: BrowserWindow | null = null;

  constructor(options: ShellOptions) {
    this.#options = options;
    void this.#listen();
  }

  openCounter = (): void => {
    const { opened, built, dataDir, ownWindows, kiosk, display, quit, log } = this.#options;
    const window = openCounterWindow({
      preload: built.preload,
      icon: built.icon,
      statePath: join(dataDir, 'window.json'),
      ownWindows,
      devTools: !app.isPackaged,
      log,
      reloads: this.#reloads,
      mayShow: opened,
      // The other one first: with no window left the program would end.
      onDead: () => void this.#recover().finally(() => window.destroy()),
    });
    this.#show(window);
    kiosk.hold(window, () => quit.begun);
    void this.#withDisplay(window);
    window.once('closed', () => display.end());
    // Windows ends the session some seconds after this, whatever a program does.
    window.on('session-end', () => quit.atOnce());
  };

  /** A person started the program again, or clicked on the dock. */
  toFront = (): void => {
    const window = this.#window;
    if (window === null || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  };

  /** Where the counter's window is now. */
  bounds(): Rectangle | null {
    return this.#window?.isDestroyed() === false ? this.#window.getBounds() : null;
  }

  async #listen(): Promise<void> {
    const counter = await this.#options.opened;
    counter?.subscribe((event) => {
      // A recovery screen receives no events; it renders itself again.
      if (this.#window?.isDestroyed() === false) this.#window.webContents.send(eventChannel, event);
    });
  }

  async #withDisplay(window: BrowserWindow): Promise<void> {
    const counter = await this.#options.opened;
    if (counter !== null && !window.isDestroyed()) this.#options.display.follow(counter.display);
  }

  async #recover(): Promise<void> {
    const { opened, built, kiosk, quit, logPath, log } = this.#options;
    const [counter, { openRecoveryWindow }] = await Promise.all([opened, import('./recovery-window.ts')]);
    if (counter === null) return;
    this.#show(
      openRecoveryWindow({
        counter,
        session: session.fromPartition('recovery'),
        icon: built.icon,
        kiosk: kiosk.on,
        logPath,
        log,
        again: this.openCounter,
        restart: () => {
          relaunch();
          quit.atOnce();
        },
      }),
    );
  }

  #show(window: BrowserWindow): void {
    this.#window = window;
    window.once('closed', () => {
      if (this.#window === window) this.#window = null;
    });
  }
}

/** Starts Konter again once this process has ended. An AppImage's own program is unmounted by then: its file is started. */
export function relaunch(): void {
  const { APPIMAGE } = process.env;
  app.relaunch(APPIMAGE === undefined ? undefined : { execPath: APPIMAGE });
}

interface CounterWindowOptions {
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
function openCounterWindow(options: CounterWindowOptions): BrowserWindow {
  const state = placeKept(options.statePath);
  const window = makeWindow({
    ...openingBounds(state, workAreas()),
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
    if (state?.maximized === true) window.maximize();
    else window.show();
  };
  window.once('ready-to-show', () => void show());
  window.on('close', () => {
    if (!keepPlace(window, options.statePath)) options.log.warn('the window’s place could not be kept');
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLoseInput(dialog)) event.preventDefault();
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

interface DisplayWindowOptions {
  /** answers the display's requests */
  serve: Pages['display'];
  preload: string;
  icon: string;
  /** where the place of a window that a person moves is kept */
  statePath: string;
  /** of its own, in memory: the display shares no cookie, storage or cache with the counter */
  session: Session;
  /** where the counter's window is now */
  counterBounds(): Rectangle | null;
  log: Log;
}

/** Electron's part of the customer's display. */
export function displayParts(options: DisplayWindowOptions): CustomerDisplayParts {
  const { session, serve } = options;
  lockPermissions(session);
  session.protocol.handle(pageScheme, serve);
  return {
    screens: () => presentScreens(options.counterBounds()),
    whenScreensChange(listener) {
      screen.on('display-added', listener);
      screen.on('display-removed', listener);
      screen.on('display-metrics-changed', listener);
      return () => {
        screen.off('display-added', listener);
        screen.off('display-removed', listener);
        screen.off('display-metrics-changed', listener);
      };
    },
    open: (place, listener) => openDisplayWindow(options, place, listener),
  };
}

function presentScreens(counter: Rectangle | null): PresentScreen[] {
  const counterOn = (counter === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(counter)).id;
  return screen.getAllDisplays().map(({ id, label, bounds }) => ({
    id: String(id),
    name: label,
    bounds: { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height },
    counter: id === counterOn,
  }));
}

function openDisplayWindow(
  options: DisplayWindowOptions,
  place: DisplayPlace,
  listener: { closed(): void; ready(): void },
): DisplayWindow {
  const { preload, icon, session, log } = options;
  const window = makeWindow({
    title: 'Konter',
    icon,
    show: false,
    preload,
    session,
    devTools: !app.isPackaged,
    // On a screen of its own it never takes the keys from the counter.
    ...(place.kind === 'screen'
      ? { ...place.bounds, frame: false, kiosk: true, focusable: false, skipTaskbar: true }
      : openingBounds(placeKept(options.statePath), workAreas())),
  });
  window.once('ready-to-show', () => window.showInactive());
  window.webContents.on('did-finish-load', () => listener.ready());
  if (place.kind === 'window') {
    window.on('close', () => {
      if (!keepPlace(window, options.statePath)) log.warn('the display’s place could not be kept');
    });
  }
  window.once('closed', () => listener.closed());
  reloadAfterCrash(window, {
    reloads: new ReloadPolicy(),
    says: 'the customer’s display died',
    log,
    onDead: () => window.destroy(),
  });
  void window.loadURL(displayUrl).catch(() => log.error('the customer’s display could not be loaded'));
  return {
    show: (view) => {
      if (!window.isDestroyed()) window.webContents.send(displayChannel, view);
    },
    close: () => {
      if (!window.isDestroyed()) window.close();
    },
  };
}
