import type { Konter } from '../../shared/contract/konter.ts';

declare global {
  interface Window {
    readonly konter: Konter;
  }
}
