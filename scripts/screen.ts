/** Whether a window can be shown. Windows and macOS always have a desktop; elsewhere X11 or Wayland must be there. */
export function hasScreen(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}
