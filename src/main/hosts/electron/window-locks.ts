import { isOwnPage } from './page-protocol.ts';

interface Stoppable {
  preventDefault(): void;
}

interface Navigation extends Stoppable {
  readonly url: string;
  readonly isMainFrame?: boolean;
}

/** The part of a window's web contents that is needed. */
export interface LockableContents {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Stoppable) => void): unknown;
  setWindowOpenHandler(decide: (details: { url: string }) => { action: 'deny' }): void;
}

/**
 * Keeps a window on the counter's page: it may be loaded again, and a frame may show what is written into it (a slip);
 * everything else is stopped. No new window ever opens, and nothing is handed to another program.
 */
export function lockNavigation(contents: LockableContents): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    const allowed = details.isMainFrame === true ? isOwnPage(details.url) : details.url === 'about:srcdoc';
    if (!allowed) details.preventDefault();
  });
  // The counter's own answers never redirect.
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** The part of a session that is needed. */
export interface LockableSession {
  setPermissionRequestHandler(
    decide: (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void,
  ): void;
  setPermissionCheckHandler(decide: () => boolean): void;
  setDevicePermissionHandler(decide: () => boolean): void;
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
}

/** The counter's page needs no permission of the browser: all are denied, and downloads too. */
export function lockPermissions(session: LockableSession): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Main saves files, where the person chooses in the system's dialog.
  session.on('will-download', (event) => event.preventDefault());
}
