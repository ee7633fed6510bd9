import { join } from 'node:path';
import { app, type BrowserWindow, type Rectangle, session } from 'electron';
import { eventChannel } from '../../../shared/contract/names.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/app.ts';
import { openCounterWindow } from './counter-window.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { Kiosk } from './kiosk.ts';
import type { QuitFlow } from './quit-flow.ts';
import { relaunch } from './relaunch.ts';
import { ReloadPolicy } from './reload-policy.ts';

/** Where the built parts lie, absolute. */
export interface Built {
  page: string;
  preload: string;
  displayPreload: string;
  /** the licences of what the program is made of */
  notices: string;
  icon: string;
}

export interface ShellOptions {
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

/** The window a person looks at: the counter's, or the recovery screen once that one dies again and again. */
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

  /** Somebody started a second copy, or pressed on the dock. */
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
      // A recovery screen has no ears; it draws itself anew.
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
