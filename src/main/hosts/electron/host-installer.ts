import { app, net } from 'electron';
import type { AppOptions } from '../../runtime/app.ts';
import type { QuitFlow } from './quit-flow.ts';
import { checkSelfInstall, DesktopInstaller, feedNameOf } from './updater.ts';

/** How this host replaces the program. @param quit is known by the time somebody installs */
export function hostInstaller(quit: () => QuitFlow): Required<Pick<AppOptions, 'installer'>> {
  const why = checkSelfInstall(app.isPackaged, process.platform, process.env);
  if (why !== null) return { installer: why };
  const installer = new DesktopInstaller({
    feedName: feedNameOf(process.platform, process.arch),
    // Chromium's, for the system's proxy. Nothing is sold over it.
    fetch: (url, init) => net.fetch(url, { ...init, credentials: 'omit', cache: 'no-store' }),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    handOver: (last) => quit().handOver(last),
  });
  return { installer };
}
