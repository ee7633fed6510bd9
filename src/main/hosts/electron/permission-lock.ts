/** The part of a session that is needed. */
export interface LockableSession {
  setPermissionRequestHandler(
    decide: (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void,
  ): void;
  setPermissionCheckHandler(decide: () => boolean): void;
  setDevicePermissionHandler(decide: () => boolean): void;
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
}

/** The counter's page needs nothing of the machine that a permission stands for: all are denied. It downloads nothing either. */
export function lockPermissions(session: LockableSession): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Files are saved by main, where the system's dialog says.
  session.on('will-download', (event) => event.preventDefault());
}
