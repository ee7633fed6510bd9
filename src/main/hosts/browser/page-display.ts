import type { DisplayHost } from '../../display/index.ts';
import { DisplayDoor } from './display-door.ts';

interface Served {
  port: number;
  isOpen(): boolean;
}

/** The customer's display where a browser shows it: the counter gives an address, a person opens it on the other screen. */
export class PageDisplay implements DisplayHost {
  readonly via = 'page';
  readonly door = new DisplayDoor();
  #served: Served | null = null;

  /** The host listens now. */
  serveOn(served: Served): void {
    this.#served = served;
  }

  isOpen(): boolean {
    return this.#served?.isOpen() ?? false;
  }

  /** A page is moved by the person who opened it. */
  screens(): [] {
    return [];
  }

  link(): string | null {
    return this.#served && `http://127.0.0.1:${this.#served.port}/display#token=${this.door.link()}`;
  }
}
