import { type BrowserWindow, dialog, type Session } from 'electron';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { securityHeaders, slipHeaders } from '../page-security.ts';
import { pageScheme } from './page-protocol.ts';
import { recoveryAddress, recoveryFacts, recoveryPage } from './recovery-page.ts';
import { makeWindow } from './window-factory.ts';
import { lockPermissions, smallestWindow } from './window-rules.ts';

interface RecoveryOptions {
  counter: App;
  /** of its own, in memory */
  session: Session;
  icon: string;
  kiosk: boolean;
  logPath: string;
  log: Log;
  /** opens the counter's window again */
  again(): void;
  restart(): void;
}

/**
 * Shows the unresolved sales while the counter's page does not run: a window without preload and scripts, rendered by main, and
 * again when a sale changes. If this window crashes too, the system's message box remains.
 */
export function openRecoveryWindow(options: RecoveryOptions): BrowserWindow {
  const { counter, session, icon, kiosk, logPath, log, again, restart } = options;
  lockPermissions(session);
  if (!session.protocol.isProtocolHandled(pageScheme)) {
    session.protocol.handle(pageScheme, async (request) => {
      if (request.url !== recoveryAddress.page) return new Response(null, { status: 404, headers: securityHeaders });
      const html = recoveryPage(await recoveryFacts(counter, logPath));
      return new Response(html, { headers: slipHeaders(html) });
    });
  }
  const window = makeWindow({ ...smallestWindow, title: 'Konter', icon, kiosk, session, devTools: false });
  const stop = counter.follow((event) => {
    if (event.type === 'transaction' && !window.isDestroyed()) window.webContents.reload();
  });
  window.once('closed', stop);
  // The lock stops every navigation; these two addresses work as buttons.
  window.webContents.on('will-navigate', ({ url }) => {
    if (url === recoveryAddress.restart) restart();
    if (url !== recoveryAddress.again) return;
    again();
    window.destroy();
  });
  window.webContents.on('render-process-gone', () => {
    log.error('the recovery screen died');
    window.destroy();
    dialog.showErrorBox(
      'Konter',
      'Tampilan terus berhenti. Transaksi tersimpan; mulai ulang komputer, lalu buka Konter.\n\n' +
        'The screen keeps stopping. Sales are saved; restart the computer, then open Konter.',
    );
  });
  void window.loadURL(recoveryAddress.page).catch(() => log.error('the recovery screen could not be shown'));
  return window;
}
