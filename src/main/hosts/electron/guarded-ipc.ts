import { procedureChannel } from '../../../shared/contract/bridge.ts';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import { procedureNames } from '../../../shared/contract/procedure-names.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import type { Log } from '../../base/system.ts';
import { isOwnOrigin } from './page-protocol.ts';

/** The part of ipcMain that is needed. Nothing else in Konter touches it. */
export interface MainIpc {
  handle(channel: string, serve: (event: CallEvent, ...args: unknown[]) => Promise<unknown>): void;
}

interface GuardedIpc {
  ipc: MainIpc;
  /** called for each procedure call, and waits for a counter that is still opening; null once it closes, or did not open */
  handlers: () => Handlers | null | Promise<Handlers | null>;
  ownWindows: ReadonlySet<number>;
  log: Log;
}

/** Serves the procedures of the contract, each on a channel of its own, to the counter's own page only. */
export function serveCalls(options: GuardedIpc): void {
  for (const name of procedureNames) {
    options.ipc.handle(procedureChannel(name), (event, ...args) => answer(options, name, event, args));
  }
}

async function answer(options: GuardedIpc, name: string, event: CallEvent, args: unknown[]): Promise<Result<unknown>> {
  // Nothing may be awaited before this: senderFrame is valid only now.
  const refused = refuseCaller(event, options.ownWindows);
  if (refused !== null) {
    options.log.warn('a call was refused', { procedure: name, reason: refused });
    return refusal('not_allowed', 'Only the counter’s own page may ask.');
  }
  if (args.length !== 1) return refusal('invalid_input', 'A call carries exactly one input.', { fields: [] });
  const handlers = await options.handlers();
  if (handlers === null) return refusal('internal', 'The counter is not open.');
  // With the contract's schemas, which the window does not wait for.
  const { dispatch } = await import('../../api/index.ts');
  return await dispatch(handlers, name, args[0], options.log);
}

const refusal = (code: KonterError['code'], message: string, more: { fields?: string[] } = {}): Result<never> => ({
  ok: false,
  error: { code, message, ...more },
});

/** The checked properties of the frame that a call came from. */
export interface CallingFrame {
  readonly url: string;
  readonly parent: unknown;
}

export interface CallEvent {
  /** null when the frame is gone or went elsewhere; must be read before anything is awaited */
  readonly senderFrame: CallingFrame | null;
  readonly sender: { readonly id: number };
}

/**
 * Why a call is not to be served, or null when it is: only the main frame of a window of ours, on our own origin, may ask.
 * @param ownWindows ids of the web contents that show the counter
 */
function refuseCaller(event: CallEvent, ownWindows: ReadonlySet<number>): string | null {
  try {
    const frame = event.senderFrame;
    if (frame === null) return 'the frame is gone';
    if (!ownWindows.has(event.sender.id)) return 'not a window of the counter';
    if (frame.parent !== null) return 'not a main frame';
    return isOwnOrigin(frame.url) ? null : 'a foreign origin';
  } catch {
    // Electron throws when a frame is destroyed while it is inspected.
    return 'the frame is gone';
  }
}
