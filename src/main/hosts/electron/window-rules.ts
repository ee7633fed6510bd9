import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Log } from '../../base/system.ts';
import { isOwnPage } from './page-protocol.ts';

// What holds for a window of Konter, whichever it is: where it may go, where it stands, and what follows a crash of its page.

interface Stoppable {
  preventDefault(): void;
}

interface Navigation extends Stoppable {
  readonly url: string;
  readonly isMainFrame?: boolean;
}

/** The part of a window's web contents that is needed. */
export interface LockableContents {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Stoppable) => void): unknown;
  setWindowOpenHandler(decide: (details: { url: string }) => { action: 'deny' }): void;
}

/**
 * Keeps a window on the counter's page: it may be loaded again, and a frame may show what is written into it (a slip);
 * everything else is stopped. No new window ever opens, and nothing is handed to another program.
 */
export function lockNavigation(contents: LockableContents): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    const allowed = details.isMainFrame === true ? isOwnPage(details.url) : details.url === 'about:srcdoc';
    if (!allowed) details.preventDefault();
  });
  // The counter's own answers never redirect.
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** The part of a session that is needed. */
export interface LockableSession {
  setPermissionRequestHandler(
    decide: (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void,
  ): void;
  setPermissionCheckHandler(decide: () => boolean): void;
  setDevicePermissionHandler(decide: () => boolean): void;
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
}

/** The counter's page needs no permission of the browser: all are denied, and downloads too. */
export function lockPermissions(session: LockableSession): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Main saves files, where the person chooses in the system's dialog.
  session.on('will-download', (event) => event.preventDefault());
}

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Bounds = z.infer<typeof Bounds>;

export const WindowState = z.object({ bounds: Bounds, maximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

/** The smallest window that a sale fits into, in pixels that do not depend on the screen. */
export const smallestWindow = { width: 960, height: 640 } as const;
/** Without x and y the system puts the window in the middle. */
type OpeningBounds = { x?: number; y?: number; width: number; height: number };

const firstWindow = { width: 1200, height: 800 } as const;

/** The saved window state; null when there is no readable one. */
export function readWindowState(text: string): WindowState | null {
  try {
    return WindowState.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Where to open the window: as it was left, if enough of it still lies on a screen to be grabbed, and then wholly on that
 * screen; else in the middle.
 * @param screens work areas of the screens that are there now
 */
export function openingBounds(state: WindowState | null, screens: readonly Bounds[]): OpeningBounds {
  return (state && onScreen(state.bounds, screens)) ?? firstWindow;
}

/**
 * A window's position once screens came or went: the same while it can be grabbed there, else the middle of the first screen;
 * null without a screen.
 */
export function keptOnScreen(bounds: Bounds, screens: readonly Bounds[]): Bounds | null {
  const [first] = screens;
  if (first === undefined) return null;
  return onScreen(bounds, screens) ?? within({ ...bounds, ...middleOf(first, bounds) }, first);
}

function onScreen(bounds: Bounds, screens: readonly Bounds[]): Bounds | null {
  const [best] = screens.toSorted((one, other) => overlap(bounds, other) - overlap(bounds, one));
  return best !== undefined && overlap(bounds, best) >= 100 ? within(bounds, best) : null;
}

/** No smaller than a sale needs, else no larger than the screen, and with its upper left corner on it. */
function within(bounds: Bounds, screen: Bounds): Bounds {
  const width = Math.max(smallestWindow.width, Math.min(bounds.width, screen.width));
  const height = Math.max(smallestWindow.height, Math.min(bounds.height, screen.height));
  return {
    x: Math.max(screen.x, Math.min(bounds.x, screen.x + screen.width - width)),
    y: Math.max(screen.y, Math.min(bounds.y, screen.y + screen.height - height)),
    width,
    height,
  };
}

const middleOf = (screen: Bounds, { width, height }: Bounds): { x: number; y: number } => ({
  x: screen.x + Math.round((screen.width - width) / 2),
  y: screen.y + Math.round((screen.height - height) / 2),
});

/** The shorter side of what two rectangles share; negative when they share nothing. */
function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.min(width, height);
}

/** The reaction to a crashed page. */
type AfterCrash = 'reload' | 'stop';

const reloads = 3;
const withinMs = 5 * 60_000;

/** A page that dies is loaded again, but not for ever: the fourth time within five minutes a person must decide. */
export class ReloadPolicy {
  #reloadedAt: number[] = [];

  /** @param now milliseconds that never jump */
  afterCrash(now: number): AfterCrash {
    this.#reloadedAt = this.#reloadedAt.filter((at) => now - at < withinMs);
    if (this.#reloadedAt.length >= reloads) return 'stop';
    this.#reloadedAt.push(now);
    return 'reload';
  }
}

interface Parts {
  reloads: ReloadPolicy;
  /** the crashed part, for the log */
  says: string;
  log: Log;
  /** it died once too often */
  onDead(): void;
}

/** A page that dies is loaded again while the policy lets it. */
export function reloadAfterCrash(window: BrowserWindow, { reloads, says, log, onDead }: Parts): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const next = reloads.afterCrash(performance.now());
    log.error(says, { reason, next });
    if (next === 'reload') window.webContents.reload();
    else onDead();
  });
}
