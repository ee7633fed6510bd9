import type { KonterDisplay } from '../../../shared/contract/bridge.ts';

declare global {
  interface Window {
    /** there on the customer's display alone, which has no window.konter */
    readonly konterDisplay?: KonterDisplay;
  }
}
