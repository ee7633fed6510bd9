import type { Konter } from '../../shared/contract/bridge.ts';
import type { KonterDisplay } from '../../shared/contract/display-bridge.ts';

declare global {
  interface Window {
    readonly konter: Konter;
    /** there on the customer's display alone, which has no window.konter */
    readonly konterDisplay?: KonterDisplay;
  }
}
