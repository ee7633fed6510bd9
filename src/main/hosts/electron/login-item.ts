import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of Electron's app that is needed; it knows Windows and macOS only. */
export interface LoginItems {
  getLoginItemSettings(): { openAtLogin: boolean };
  setLoginItemSettings(settings: { openAtLogin: boolean }): void;
}

export interface LoginSystem {
  platform: NodeJS.Platform;
  /** what is to be started */
  program: string;
  /** the person's folder of settings (XDG), on Linux */
  configDir: string;
}

/** Has the system open Konter when the person logs in, or no more. Throws what the disk says. */
export function startAtLogin(wish: boolean, items: LoginItems, system: LoginSystem): void {
  if (system.platform === 'linux') {
    writeAutostart(wish, system);
  } else if (items.getLoginItemSettings().openAtLogin !== wish) {
    items.setLoginItemSettings({ openAtLogin: wish });
  }
}

function writeAutostart(wish: boolean, { program, configDir }: LoginSystem): void {
  const folder = join(configDir, 'autostart');
  const path = join(folder, 'konter.desktop');
  if (!wish) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, autostartEntry(program));
}

/** Desktop Entry Specification: in Exec a path is quoted, and of what stands in it four letters escaped. */
export function autostartEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%');
  return ['[Desktop Entry]', 'Type=Application', 'Name=Konter', `Exec="${quoted}"`, 'Terminal=false', ''].join('\n');
}
