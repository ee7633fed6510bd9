import { z } from 'zod';

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
export function openingBounds(kept: WindowState | null, screens: readonly Bounds[]): OpeningBounds {
  return (kept && onScreen(kept.bounds, screens)) ?? firstWindow;
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
