import type { BrowserWindow } from 'electron';
import type { Log } from '../../base/system.ts';

/** The reaction to a crashed page. */
type AfterCrash = 'reload' | 'stop';

const reloads = 3;
const withinMs = 5 * 60_000;

/** A page that dies is loaded again, but not for ever: the fourth time within five minutes a person must decide. */
export class ReloadPolicy {
  #reloadedAt: number[] = [];

  /** @param now milliseconds that never jump */
  afterCrash(now: number): AfterCrash {
    this.#reloadedAt = this.#reloadedAt.filter((at) => now - at < withinMs);
    if (this.#reloadedAt.length >= reloads) return 'stop';
    this.#reloadedAt.push(now);
    return 'reload';
  }
}

interface Parts {
  reloads: ReloadPolicy;
  /** the crashed part, for the log */
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
