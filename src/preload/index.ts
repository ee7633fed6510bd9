/**
 * The bridge between Electron’s page and main: window.konter, built from the names of the contract. It has no library and decides nothing.
 * May use shared alone. Tests: tests/contract/preload-bundle.test.ts.
 */

import { contextBridge, ipcRenderer } from 'electron';
import { buildKonter, eventChannel, procedureChannel, type Wire } from '../shared/contract/bridge.ts';
import type { ErrorCode, KonterError } from '../shared/contract/errors.ts';

contextBridge.exposeInMainWorld('konter', buildKonter(electronWire(ipcRenderer)));

/** The part of ipcRenderer that is needed; the event objects it hands out never leave this file. */
interface PreloadIpc {
  invoke(channel: string, input: unknown): Promise<unknown>;
  on(channel: string, listener: (ipcEvent: unknown, event: unknown) => void): unknown;
  off(channel: string, listener: (ipcEvent: unknown, event: unknown) => void): unknown;
}

/** Carries calls to main and events back. A call always resolves to a Result, whatever becomes of it on the way. */
function electronWire(ipc: PreloadIpc): Wire {
  return {
    async call(name, input) {
      if (!canTravel(input)) return refusal('invalid_input', 'The input is not plain data.', { fields: [] });
      try {
        return await ipc.invoke(procedureChannel(name), input);
      } catch {
        return refusal('internal', 'The counter gave no answer.');
      }
    },
    subscribe(listener) {
      const onEvent = (_ipcEvent: unknown, event: unknown): void => {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- main sends KonterEvent only; no zod here to parse it
        listener(event as never);
      };
      ipc.on(eventChannel, onEvent);
      return () => {
        ipc.off(eventChannel, onEvent);
      };
    },
  };
}

/** Functions and the like cannot be cloned. Checking first distinguishes such an input from a counter that does not answer. */
function canTravel(input: unknown): boolean {
  try {
    structuredClone(input);
    return true;
  } catch {
    return false;
  }
}

function refusal(
  code: ErrorCode,
  message: string,
  more: Pick<KonterError, 'fields'> = {},
): { ok: false; error: KonterError } {
  return { ok: false, error: { code, message, ...more } };
}
