import type { BrowserWindow, Session } from 'electron';
import { z } from 'zod';
import { pageScheme } from './address.ts';
import { lockPermissions } from './permission-lock.ts';
import type { LaidOutSlip } from './slip-printer.ts';
import { SlipShelf } from './slip-shelf.ts';
import { makeWindow } from './window-factory.ts';

/** How far down the slip reaches, asked of the page as it was laid out. */
const slipHeight = 'Math.ceil(document.body.getBoundingClientRect().bottom)';

/**
 * Lays slips out in hidden windows without a preload, on a session that knows nothing but slips.
 * @param session of its own, in memory
 */
export function slipWindows(session: Session): (html: string) => Promise<LaidOutSlip> {
  const shelf = new SlipShelf();
  lockPermissions(session);
  session.protocol.handle(pageScheme, shelf.serve);
  return async (html) => {
    const url = shelf.put(html);
    const window = makeWindow({ show: false, session, devTools: false });
    const discard = (): void => {
      shelf.remove(url);
      if (!window.isDestroyed()) window.destroy();
    };
    try {
      await window.loadURL(url);
    } catch (error) {
      discard();
      throw error;
    }
    return { ...laidOut(window), discard };
  };
}

function laidOut(window: BrowserWindow): Omit<LaidOutSlip, 'discard'> {
  return {
    height: async () =>
      z
        .number()
        .nonnegative()
        .parse(await window.webContents.executeJavaScript(slipHeight)),
    print: (options) =>
      new Promise((resolve) => {
        window.webContents.print(options, (handedOver, reason) => resolve(handedOver ? null : reason || 'refused'));
      }),
  };
}
