import { Menu } from 'electron';

/** No menu, and so no shortcuts for reloading, zooming or developer tools; macOS needs one for copy and paste to work. */
export function setApplicationMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null,
  );
}
