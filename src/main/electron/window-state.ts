import { z } from 'zod';

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type Bounds = z.infer<typeof Bounds>;

export const WindowState = z.object({ bounds: Bounds, maximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

/** The smallest window that a sale fits into, in pixels that do not depend on the screen. */
export const smallestWindow = { width: 960, height: 640 } as const;
/** Without x and y the system puts the window in the middle. */
export type OpeningBounds = { x?: number; y?: number; width: number; height: number };

const firstWindow = { width: 1200, height: 800 } as const;

/** What was kept of the window the last time; null when nothing readable was. */
export function readWindowState(text: string): WindowState | null {
  try {
    return WindowState.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Where to open the window: as it was left, if enough of it still lies on a screen to be grabbed; else in the middle.
 * @param screens work areas of the screens that are there now
 */
export function openingBounds(kept: WindowState | null, screens: readonly Bounds[]): OpeningBounds {
  const bounds = kept?.bounds;
  if (bounds === undefined || !screens.some((screen) => overlap(bounds, screen) >= 100)) return firstWindow;
  return {
    ...bounds,
    width: Math.max(bounds.width, smallestWindow.width),
    height: Math.max(bounds.height, smallestWindow.height),
  };
}

/** The shorter side of what two rectangles share; negative when they share nothing. */
function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.min(width, height);
}
