import type { DisplayScreen } from '../../shared/contract/display.ts';

/** What a host does for the customer's display. */
export interface DisplayHost {
  /** whether the host opens a window of its own for it, or a browser opens a page */
  readonly via: 'window' | 'page';
  isOpen(): boolean;
  /** where the host could open it; none where a browser opens it */
  screens(): DisplayScreen[];
  /** an address on this machine that opens it once, or null where the host opens it by itself */
  link(): string | null;
}
