import type { CallEvent, CallingFrame, MainIpc } from '../../src/main/hosts/electron/guarded-ipc.ts';

/** A stand-in for ipcMain: keeps what is served, and lets a test call it as any frame. */
export function fakeIpc(): MainIpc & {
  channels: string[];
  call(channel: string, event: CallEvent, ...given: unknown[]): Promise<unknown>;
} {
  const served = new Map<string, Parameters<MainIpc['handle']>[1]>();
  return {
    get channels() {
      return [...served.keys()];
    },
    handle: (channel, serve) => {
      served.set(channel, serve);
    },
    async call(channel, event, ...given) {
      const serve = served.get(channel);
      if (serve === undefined) throw new Error(`No handler registered for '${channel}'`);
      return await serve(event, ...structuredClone(given));
    },
  };
}

export const counterWindow = 1;

/** A call as Electron tells of it; by default from the counter's own main frame. */
export function callFrom(frame: Partial<CallingFrame> | null = {}, window = counterWindow): CallEvent {
  return {
    sender: { id: window },
    senderFrame: frame === null ? null : { url: 'app://konter/', parent: null, ...frame },
  };
}
