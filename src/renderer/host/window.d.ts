import type { Konter } from '../../shared/contract/bridge.ts';

declare global {
  interface Window {
    readonly konter: Konter;
  }
}
