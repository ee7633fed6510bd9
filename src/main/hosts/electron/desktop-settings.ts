import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../../base/system.ts';
import type { Desktop, DesktopSetting } from '../../runtime/app.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { Kiosk } from './kiosk.ts';
import { startAtLogin } from './login-item.ts';

/** Does what the settings say of the window and of the system around it. */
export class DesktopSettings implements Desktop {
  readonly #kiosk: Kiosk;
  readonly #display: CustomerDisplay;
  readonly #log: Log;

  constructor(kiosk: Kiosk, display: CustomerDisplay, log: Log) {
    this.#kiosk = kiosk;
    this.#display = display;
    this.#log = log;
  }

  apply(wish: DesktopSetting): void {
    this.#kiosk.apply(wish);
    this.#display.apply(wish);
    // From its sources it would register Electron itself.
    if (app.isPackaged) this.#login(wish);
  }

  #login(wish: DesktopSetting): void {
    const { APPIMAGE, XDG_CONFIG_HOME } = process.env;
    try {
      startAtLogin(wish.startAtLogin, app, {
        platform: process.platform,
        program: APPIMAGE ?? process.execPath,
        configDir: XDG_CONFIG_HOME ?? join(homedir(), '.config'),
      });
    } catch (error) {
      this.#log.warn('start at login could not be set', { error: error instanceof Error ? error.name : typeof error });
    }
  }
}
