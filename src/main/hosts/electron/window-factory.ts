import { readFileSync, writeFileSync } from 'node:fs';
import { BrowserWindow, type BrowserWindowConstructorOptions, type Session, screen } from 'electron';
import { type Bounds, readWindowState, type WindowState } from './window-rules.ts';

type WindowOptions = Omit<BrowserWindowConstructorOptions, 'webPreferences'> & {
  preload?: string;
  session?: Session;
  devTools: boolean;
};

/** The only place where windows are made, so that none is made without the secure preferences. */
export function makeWindow({ preload, session, devTools, ...options }: WindowOptions): BrowserWindow {
  return new BrowserWindow({
    ...options,
    webPreferences: {
      ...(preload === undefined ? {} : { preload }),
      ...(session === undefined ? {} : { session }),
      devTools,
      ...securePreferences,
    },
  });
}

/** Every window of Konter is a sandboxed page without Node. Written out in full, so that no default can change it. */
const securePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  webviewTag: false,
  plugins: false,
  safeDialogs: true,
  // Would fetch dictionaries from elsewhere.
  spellcheck: false,
} as const;

/** Where a window was left; null when nothing readable was kept. */
export function placeKept(statePath: string): WindowState | null {
  try {
    return readWindowState(readFileSync(statePath, 'utf8'));
  } catch {
    return null;
  }
}

/** Saves the window's position. @returns false: the disk refused it */
export function keepPlace(window: BrowserWindow, statePath: string): boolean {
  const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    writeFileSync(statePath, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

/** The work area of each screen that is connected now. */
export const workAreas = (): Bounds[] => screen.getAllDisplays().map((display) => display.workArea);
