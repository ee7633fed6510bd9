import type { DesktopSetting } from '../../runtime/app.ts';

/** The part of a window that is needed. */
export interface LockableWindow {
  isDestroyed(): boolean;
  setKiosk(on: boolean): void;
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
}

/**
 * Kiosk mode: the window fills the screen, and whoever closes it is told where to switch that off. It locks nothing of the
 * system around it: the task switcher, the system's own keys and other programs are the system's to lock (docs/owner.md).
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
