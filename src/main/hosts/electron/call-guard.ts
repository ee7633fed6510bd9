import { isOwnOrigin } from './address.ts';

/** What is looked at of the frame that a call came from. */
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
export function refuseCaller(event: CallEvent, ownWindows: ReadonlySet<number>): string | null {
  try {
    const frame = event.senderFrame;
    if (frame === null) return 'the frame is gone';
    if (!ownWindows.has(event.sender.id)) return 'not a window of the counter';
    if (frame.parent !== null) return 'not a main frame';
    return isOwnOrigin(frame.url) ? null : 'a foreign origin';
  } catch {
    // Electron throws when a frame is thrown away while it is looked at.
    return 'the frame is gone';
  }
}
