import { isOwnPage } from './address.ts';

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
