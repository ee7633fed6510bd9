import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorName, type Log } from '../../base/system.ts';
import type { Desktop, DesktopSetting } from '../../runtime/create-app.ts';
import type { CustomerDisplay } from './customer-display.ts';

/** The part of Electron's app that is needed. */
type DesktopApp = LoginItems & { readonly isPackaged: boolean };

/** Applies the settings of the window and of the system around it. */
export class DesktopSettings implements Desktop {
  readonly #kiosk: Kiosk;
  readonly #display: CustomerDisplay;
  readonly #app: DesktopApp;
  readonly #log: Log;

  constructor(kiosk: Kiosk, display: CustomerDisplay, app: DesktopApp, log: Log) {
    this.#kiosk = kiosk;
    this.#display = display;
    this.#app = app;
    this.#log = log;
  }

  apply(setting: DesktopSetting): void {
    this.#kiosk.apply(setting);
    this.#display.apply(setting);
    // From its sources it would register Electron itself.
    if (this.#app.isPackaged) this.#login(setting);
  }

  #login(setting: DesktopSetting): void {
    const { APPIMAGE, XDG_CONFIG_HOME } = process.env;
    try {
      startAtLogin(setting.startAtLogin, this.#app, {
        platform: process.platform,
        program: APPIMAGE ?? process.execPath,
        configDir: XDG_CONFIG_HOME ?? join(homedir(), '.config'),
      });
    } catch (error) {
      this.#log.warn('start at login could not be set', { error: errorName(error) });
    }
  }
}

/** The part of a window that is needed. */
interface LockableWindow {
  isDestroyed(): boolean;
  setKiosk(on: boolean): void;
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
}

/**
 * Kiosk mode: the window fills the screen, and an attempt to close it shows where to switch the mode off. It locks nothing of
 * the system: the task switcher, system keys and other programs are the system's to lock (docs/administration.md).
 */
export class Kiosk {
  readonly #notifyPerson: () => void;
  #on = false;
  #window: LockableWindow | null = null;

  constructor(notifyPerson: () => void) {
    this.#notifyPerson = notifyPerson;
  }

  get on(): boolean {
    return this.#on;
  }

  apply({ kiosk }: Pick<DesktopSetting, 'kiosk'>): void {
    if (kiosk === this.#on) return;
    this.#on = kiosk;
    if (this.#window?.isDestroyed() === false) this.#window.setKiosk(kiosk);
  }

  /** @param mayClose whether the program ends anyway: a signal, the system's shutdown */
  hold(window: LockableWindow, mayClose: () => boolean): void {
    this.#window = window;
    if (this.#on) window.setKiosk(true);
    window.on('close', (event) => {
      if (!this.#on || mayClose()) return;
      event.preventDefault();
      this.#notifyPerson();
    });
  }
}

/** The part of Electron's app that is needed; it knows Windows and macOS only. */
interface LoginItems {
  getLoginItemSettings(): { openAtLogin: boolean };
  setLoginItemSettings(settings: { openAtLogin: boolean }): void;
}

interface LoginSystem {
  platform: NodeJS.Platform;
  /** the program to start */
  program: string;
  /** the person's folder of settings (XDG), on Linux */
  configDir: string;
}

/** Switches the start of Konter at login on or off. Throws the disk's error. */
export function startAtLogin(enabled: boolean, items: LoginItems, system: LoginSystem): void {
  if (system.platform === 'linux') {
    writeAutostart(enabled, system);
  } else if (items.getLoginItemSettings().openAtLogin !== enabled) {
    items.setLoginItemSettings({ openAtLogin: enabled });
  }
}

function writeAutostart(enabled: boolean, { program, configDir }: LoginSystem): void {
  const folder = join(configDir, 'autostart');
  const path = join(folder, 'konter.desktop');
  if (!enabled) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, autostartEntry(program));
}

/** Desktop Entry Specification: in Exec a path is quoted, and four characters in it are escaped. */
export function autostartEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return ['[Desktop Entry]', 'Type=Application', 'Name=Konter', `Exec="${quoted}"`, 'Terminal=false', ''].join('\n');
}
