import type { BrowserWindow } from 'electron';
import type { Log } from '../../base/system.ts';
import type { ReloadPolicy } from './reload-policy.ts';

interface Parts {
  reloads: ReloadPolicy;
  /** what died, for the log */
  says: string;
  log: Log;
  /** it died once too often */
  onDead(): void;
}

/** A page that dies is loaded again while the policy lets it. */
export function reloadAfterCrash(window: BrowserWindow, { reloads, says, log, onDead }: Parts): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const next = reloads.afterCrash(performance.now());
    log.error(says, { reason, next });
    if (next === 'reload') window.webContents.reload();
    else onDead();
  });
}
