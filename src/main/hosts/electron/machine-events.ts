import { app, dialog, net, powerMonitor } from 'electron';
import { systemClock } from '../../base/system/clock-and-random.ts';
import type { Log } from '../../base/system.ts';
import type { App } from '../../runtime/create-app.ts';
import { watchOnline } from '../../runtime/machine-watch.ts';
import type { QuitFlow } from './quit-flow.ts';

/** The machine sleeps, wakes and comes back online: the relay is polled at once, not when a dead poll has timed out. */
export function wakeWithMachine(counter: Pick<App, 'wake'>): void {
  powerMonitor.on('resume', () => counter.wake());
  powerMonitor.on('unlock-screen', () => counter.wake());
  watchOnline(
    systemClock,
    () => net.isOnline(),
    () => counter.wake(),
  );
}

/**
 * Ends the program cleanly when nobody can be asked: a signal, the system's shutdown, an uncaught error of our own. After an
 * uncaught error the process's state is unknown; the disk is whole, and the next start recovers the sales in progress.
 */
export function endWithMachine(quit: QuitFlow, log: Log): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => quit.atOnce());
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // Linux and macOS wait with the shutdown while this is prevented.
    event?.preventDefault();
    quit.atOnce();
  });
  process.on('uncaughtException', (error) => {
    log.error('the program failed', { error: error.name, at: placeOf(error) });
    void dialog.showMessageBox({ type: 'error', title: 'Konter', message: failedWords });
    quit.atOnce(1);
  });
  process.on('unhandledRejection', (reason) => {
    log.error('something was not awaited', {
      error: reason instanceof Error ? reason.name : typeof reason,
      at: placeOf(reason),
    });
  });
}

/** Without the message, which may hold a customer's data. */
function placeOf(error: unknown): string | null {
  const line = error instanceof Error ? error.stack?.split('\n').find((text) => /^\s+at /.test(text)) : undefined;
  return line?.trim() ?? null;
}

const failedWords =
  'Konter mengalami kesalahan dan ditutup. Penjualan tersimpan; buka Konter lagi, dan lihat yang belum pasti.\n\n' +
  'Konter failed and closes. Sales are saved; open Konter again, and look at what is unknown.';

/** Starts Konter again once this process has ended. An AppImage's own program is unmounted by then: its file is started. */
export function relaunch(): void {
  const { APPIMAGE } = process.env;
  app.relaunch(APPIMAGE === undefined ? undefined : { execPath: APPIMAGE });
}
