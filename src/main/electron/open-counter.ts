import { dialog } from 'electron';
import type { App, Desktop } from '../app/app.ts';
import { defaultStateDir } from '../app/folders.ts';
import { openApp } from '../app/open-app.ts';
import { fleetPlace } from '../app/settings/fleet-file.ts';
import type { DisplayHost } from '../ports/display-host.ts';
import type { Log } from '../ports/log.ts';
import { hostInstaller } from './host-installer.ts';
import { hostPorts, hostSecrets } from './host-ports.ts';
import type { QuitFlow } from './quit-flow.ts';

export interface CounterParts {
  dataDir: string;
  /** --settings */
  settings: string | undefined;
  desktop: Desktop;
  displayHost: DisplayHost;
  notices: string;
  quit: () => QuitFlow;
  log: Log;
  version: string;
}

/** The counter with everything of this host. Loaded after the window is asked for: it is nine tenths of the program. */
export function openCounter({ dataDir, settings, quit, log, ...rest }: CounterParts): Promise<App> {
  return openApp({
    ...rest,
    dataDir,
    stateDir: defaultStateDir(),
    env: process.env,
    fleet: fleetPlace(settings, process.env),
    secrets: hostSecrets(dataDir, log, (why) => dialog.showErrorBox('Konter', why)),
    ...hostPorts(),
    ...hostInstaller(quit),
    log,
  });
}
