import type { DisplayScreen } from '../../../shared/contract/display.ts';
import type { DisplaySetting } from '../../../shared/contract/setting-table.ts';
import type { DisplayHost } from '../../display/index.ts';
import type { App } from '../../runtime/create-app.ts';
import type { Bounds } from './window-rules.ts';

/** The display's window as it is needed here. */
export interface DisplayWindow {
  show(view: unknown): void;
  close(): void;
}

export interface CustomerDisplayParts {
  screens(): PresentScreen[];
  /** a screen came, went or changed */
  whenScreensChange(listener: () => void): () => void;
  /** @param closed the window was closed, by anybody; @param ready its page receives views from now on */
  open(place: DisplayPlace, listener: { closed(): void; ready(): void }): DisplayWindow;
}

/** Opens the customer display where the settings want it, follows screens that come and go, and sends it its views. */
export class CustomerDisplay implements DisplayHost {
  readonly via = 'window';
  readonly #parts: CustomerDisplayParts;
  #setting: DisplaySetting | null = null;
  #feed: App['display'] | null = null;
  #open: { window: DisplayWindow; place: DisplayPlace } | null = null;
  /** a person closed it: it stays closed until the settings or the screens change */
  #dismissed = false;
  #ends: Array<() => void> = [];

  constructor(parts: CustomerDisplayParts) {
    this.#parts = parts;
  }

  isOpen(): boolean {
    return this.#open !== null;
  }

  screens(): DisplayScreen[] {
    return this.#parts.screens().map(({ id, name, bounds: { width, height }, counter }) => ({
      id,
      name: name.slice(0, 80),
      width,
      height,
      counter,
    }));
  }

  /** It is opened by itself. */
  link(): null {
    return null;
  }

  apply({ display }: { display: DisplaySetting }): void {
    if (JSON.stringify(display) === JSON.stringify(this.#setting)) return;
    this.#setting = display;
    this.#dismissed = false;
    this.#look();
  }

  /** To be called once the counter's own window exists. */
  follow(feed: App['display']): void {
    this.end();
    this.#feed = feed;
    this.#ends = [
      feed.subscribe((view) => this.#open?.window.show(view)),
      this.#parts.whenScreensChange(() => {
        this.#dismissed = false;
        this.#look();
      }),
    ];
    this.#look();
  }

  /** The counter's own window is gone: a display alone would keep the program open. */
  end(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#feed = null;
    this.#close();
  }

  #look(): void {
    const wanted = this.#setting && this.#feed ? displayPlace(this.#setting, this.#parts.screens()) : null;
    if (JSON.stringify(wanted) === JSON.stringify(this.#open?.place ?? null)) return;
    this.#close();
    if (wanted === null || this.#dismissed) return;
    const window = this.#parts.open(wanted, {
      closed: () => {
        if (this.#open?.window !== window) return;
        this.#open = null;
        this.#dismissed = true;
      },
      ready: () => {
        if (this.#feed && this.#open?.window === window) window.show(this.#feed.view());
      },
    });
    this.#open = { window, place: wanted };
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    open?.window.close();
  }
}

/** A connected screen. */
export interface PresentScreen {
  id: string;
  name: string;
  bounds: Bounds;
  /** the counter's window is on it */
  counter: boolean;
}

export type DisplayPlace =
  /** fills a screen, and cannot be moved */
  | { kind: 'screen'; id: string; bounds: Bounds }
  /** an ordinary window that a person puts somewhere */
  | { kind: 'window' };

/**
 * Where the customer's display belongs; null: nowhere now. It never covers the counter, and a screen that was chosen and is
 * not there gives way to another one: shops swap them.
 */
export function displayPlace(
  { on, screen }: Pick<DisplaySetting, 'on' | 'screen'>,
  screens: readonly PresentScreen[],
): DisplayPlace | null {
  if (!on) return null;
  if (screen === 'window') return { kind: 'window' };
  const free = screens.filter(({ counter }) => !counter);
  const chosen = free.find(({ id }) => id === screen) ?? free[0];
  return chosen ? { kind: 'screen', id: chosen.id, bounds: chosen.bounds } : null;
}
