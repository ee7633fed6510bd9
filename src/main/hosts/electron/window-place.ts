import { readFileSync, writeFileSync } from 'node:fs';
import { type BrowserWindow, screen } from 'electron';
import { type Bounds, readWindowState, type WindowState } from './window-state.ts';

/** Where a window was left; null when nothing readable was kept. */
export function placeKept(statePath: string): WindowState | null {
  try {
    return readWindowState(readFileSync(statePath, 'utf8'));
  } catch {
    return null;
  }
}

/** Keeps where a window stands now. @returns false: the disk did not take it */
export function keepPlace(window: BrowserWindow, statePath: string): boolean {
  const state: WindowState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    writeFileSync(statePath, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

/** What windows may lie on, of each screen that is there now. */
export const workAreas = (): Bounds[] => screen.getAllDisplays().map((display) => display.workArea);
