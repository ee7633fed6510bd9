import { app } from 'electron';

/** Starts Konter again once this process has ended. An AppImage's own program is unmounted by then: its file is started. */
export function relaunch(): void {
  const { APPIMAGE } = process.env;
  app.relaunch(APPIMAGE === undefined ? undefined : { execPath: APPIMAGE });
}
