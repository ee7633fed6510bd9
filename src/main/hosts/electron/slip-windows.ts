import type { BrowserWindow, Session } from 'electron';
import { z } from 'zod';
import { pageScheme } from './address.ts';
import { lockPermissions } from './permission-lock.ts';
import type { LaidOutSlip } from './slip-printer.ts';
import { pdfOptions, pictureOf, type SavableSlip, slipBox } from './slip-saver.ts';
import { SlipShelf } from './slip-shelf.ts';
import { makeWindow } from './window-factory.ts';

/** How far down the slip reaches, asked of the page as it was laid out. */
const slipHeight = 'Math.ceil(document.body.getBoundingClientRect().bottom)';

/**
 * Lays slips out in hidden windows without a preload, on a session that knows nothing but slips.
 * @param session of its own, in memory
 */
export function slipWindows(session: Session): (html: string) => Promise<LaidOutSlip & SavableSlip> {
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

const Box = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() });
const Drawn = z.object({ data: z.base64() });

function laidOut(window: BrowserWindow): Omit<LaidOutSlip & SavableSlip, 'discard'> {
  return {
    height: async () =>
      z
        .number()
        .nonnegative()
        .parse(await window.webContents.executeJavaScript(slipHeight)),
    pdf: () => window.webContents.printToPDF(pdfOptions),
    async png() {
      const box = Box.parse(await window.webContents.executeJavaScript(slipBox));
      const devTools = window.webContents.debugger;
      devTools.attach('1.3');
      const drawn = Drawn.parse(await devTools.sendCommand('Page.captureScreenshot', pictureOf(box)));
      return Buffer.from(drawn.data, 'base64');
    },
    print: (options) =>
      new Promise((resolve) => {
        window.webContents.print(options, (handedOver, reason) => resolve(handedOver ? null : reason || 'refused'));
      }),
  };
}
