import { buildKonter } from '../../../shared/contract/bridge.ts';
import { call } from './call.ts';
import { frozen } from './frozen.ts';
import { subscribe } from './hearing.ts';
import { session } from './session.ts';

// A classic script before the app's module: window.konter stands when the app starts, and cannot be put aside.
Object.defineProperty(window, 'konter', {
  value: frozen(buildKonter({ call, subscribe })),
  enumerable: true,
  writable: false,
  configurable: false,
});

void session();
